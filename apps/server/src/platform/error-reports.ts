/**
 * Reports errors to a service with the Sentry protocol (envelopes over HTTPS). Reports are sent in the background: an
 * error takes one place in a short queue, and is dropped if the queue is full.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pino from 'pino';
import { framesOf, scrubPath, scrubText } from './scrub.ts';

export interface ErrorReportsOptions {
  /** https://<key>@<host>/<project> */
  readonly dsn: string;
  /** The share of errors that is sent, from 0 to 1. */
  readonly share: number;
  readonly environment: string;
  readonly version: string;
}

export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly platform: 'node' | 'javascript';
  /** The log message or page where it happened, in fixed words. */
  readonly place: string;
  readonly tags?: Readonly<Record<string, string>>;
}

const QUEUE_MAX = 30;
/**
 * Pages report without a session, so anyone can send reports: they have a budget of their own and use up none of the
 * server's.
 */
const MINUTE_MAX = { node: 60, javascript: 10 };
const MINUTE_MS = 60_000;
const SEND_MS = 5000;
const STOP_MS = 2000;
const PAUSE_SECONDS = 60;
const PAUSE_SECONDS_MAX = 3600;

export class ErrorReports {
  private readonly options: ErrorReportsOptions;
  private readonly url: string;
  private readonly headers: Record<string, string>;
  private readonly queue: ErrorFacts[] = [];
  private sending: Promise<void> | undefined;
  /** Separate, so that reports of pages cannot pause the server's own. */
  private readonly pausedUntil = { node: 0, javascript: 0 };
  private minute = { ends: 0, node: 0, javascript: 0 };

  constructor(options: ErrorReportsOptions) {
    this.options = options;
    const { origin, pathname, username } = new URL(options.dsn);
    const at = pathname.lastIndexOf('/');
    this.url = `${origin}${pathname.slice(0, at)}/api/${pathname.slice(at + 1)}/envelope/`;
    this.headers = {
      'content-type': 'application/x-sentry-envelope',
      'x-sentry-auth': `Sentry sentry_version=7, sentry_client=cairn/${options.version}, sentry_key=${username}`,
    };
  }

  /** Never waits and never throws. */
  capture(facts: ErrorFacts): void {
    if (Math.random() >= this.options.share || !this.isDue(facts) || !this.makeRoom(facts)) return;
    this.minute[facts.platform] += 1;
    this.queue.push(facts);
    this.sending ??= this.sendAll().finally(() => (this.sending = undefined));
  }

  /** Sends what is queued, as long as the service answers soon. */
  async stop(): Promise<void> {
    await Promise.race([this.sending, wait(STOP_MS, undefined, { ref: false })]);
  }

  private isDue({ platform }: ErrorFacts): boolean {
    const now = Date.now();
    if (now < this.pausedUntil[platform]) return false;
    if (now >= this.minute.ends) this.minute = { ends: now + MINUTE_MS, node: 0, javascript: 0 };
    return this.minute[platform] < MINUTE_MAX[platform];
  }

  /** In a full queue, an error of the server replaces one of a page. */
  private makeRoom({ platform }: ErrorFacts): boolean {
    if (this.queue.length < QUEUE_MAX) return true;
    const evicted =
      platform === 'node' ? this.queue.findIndex((each) => each.platform === 'javascript') : -1;
    if (evicted < 0) return false;
    this.queue.splice(evicted, 1);
    return true;
  }

  private async sendAll(): Promise<void> {
    for (let facts = this.queue.shift(); facts; facts = this.queue.shift()) {
      try {
        const reply = await fetch(this.url, {
          method: 'POST',
          headers: this.headers,
          body: this.envelopeOf(facts),
          signal: AbortSignal.timeout(SEND_MS),
          redirect: 'error',
        });
        await reply.body?.cancel();
        if (reply.status === 429) this.pause(facts, Number(reply.headers.get('retry-after')));
      } catch {
        // Failures of the error service itself are not reported.
        this.pause(facts, PAUSE_SECONDS);
      }
    }
  }

  private pause({ platform }: ErrorFacts, seconds: number): void {
    const pauseSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : PAUSE_SECONDS;
    this.pausedUntil[platform] = Date.now() + Math.min(pauseSeconds, PAUSE_SECONDS_MAX) * 1000;
    const others = this.queue.filter((each) => each.platform !== platform);
    this.queue.splice(0, this.queue.length, ...others);
  }

  private envelopeOf({ type, message, stack, platform, place, tags = {} }: ErrorFacts): string {
    const eventId = randomUUID().replaceAll('-', '');
    const now = new Date();
    const event = {
      event_id: eventId,
      timestamp: now.getTime() / 1000,
      platform,
      level: 'error',
      release: `cairn@${this.options.version}`,
      environment: this.options.environment,
      transaction: scrubText(place),
      tags: Object.fromEntries(
        Object.entries(tags).map(([name, value]) => [name, scrubText(value)]),
      ),
      exception: {
        values: [
          {
            type: scrubText(type),
            value: scrubText(message),
            stacktrace: { frames: framesOf(stack) },
          },
        ],
      },
    };
    const lines = [{ event_id: eventId, sent_at: now.toISOString() }, { type: 'event' }, event];
    return lines.map((line) => JSON.stringify(line)).join('\n');
  }
}

const ERROR_LEVEL = 50;

/** A pino hook: every logged error is also reported, with its log message and its call or activity. */
export const reportLoggedErrors = (
  reports: Pick<ErrorReports, 'capture'>,
  role: string,
): NonNullable<pino.LoggerOptions['hooks']> => ({
  logMethod(args, method, level) {
    const [facts, sentence] = args as unknown[];
    const { err, call, activity } = (typeof facts === 'object' && facts ? facts : {}) as {
      err?: unknown;
      call?: unknown;
      activity?: unknown;
    };
    if (level >= ERROR_LEVEL && err instanceof Error) {
      reports.capture({
        type: err.name,
        message: err.message,
        stack: err.stack ?? '',
        platform: 'node',
        place: typeof sentence === 'string' ? sentence : 'error',
        tags: {
          role,
          ...(typeof call === 'string' && { call }),
          ...(typeof activity === 'string' && { activity }),
        },
      });
    }
    method.apply(this, args);
  },
});

/** The facts of an error that a page reports. The report is untrusted input. */
export const pageError = (report: {
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  readonly page: string;
}): ErrorFacts => ({ ...report, platform: 'javascript', place: scrubPath(report.page), tags: {} });
