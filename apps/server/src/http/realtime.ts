/** GET /v1/events: one event stream per tab. */
import { events } from '@cairn/contract/events';
import { API_BASE_PATH, type ChangeNotice } from '@cairn/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../platform/api-error.ts';
import type { Session, Sessions } from '../platform/sessions.ts';
import type { EventFeed } from './event-feed.ts';

/** Keeps proxies from closing a quiet stream, and advances the browser's cursor. */
const BEAT_MS = 15_000;
/**
 * A stream ends with its session. A session that is ended is reported by an event or a notice, at once; one that expires is
 * checked at that moment. This is the interval of the query that also checks the sessions of all streams: for those that ended
 * while the database did not answer, or by hand.
 */
const CHECK_SESSIONS_MS = 60_000;
/** Added to the time until a session expires: the clock of the database decides. */
const PAST_THE_END_MS = 50;
/** Per process. */
export const MAX_STREAMS_PER_SESSION = 12;
export const MAX_STREAMS_PER_ACCOUNT = 30;
/** Unsent bytes of a client that does not read; beyond this its stream ends, and it resumes later. */
const MAX_UNSENT_BYTES = 256 * 1024;
/** Live events held back until the replay has ended. */
const MAX_HELD = 1000;
/** How long a browser waits before it reconnects, in milliseconds. */
const RETRY_MS = { least: 1000, most: 5000 };
/** The same when this process stops: all its streams end at once and reconnect spread over this range. */
const RETRY_AFTER_STOP_MS = { least: 500, most: 15_000 };

export function mountRealtime(
  app: FastifyInstance,
  { sessions, feed }: { sessions: Sessions; feed: EventFeed },
): { readonly openStreams: number } {
  const streams = new Streams(sessions);
  app.addHook('preClose', async () => streams.stop());
  app.get(
    API_BASE_PATH + events.streamEvents.path,
    { config: { call: 'streamEvents' } },
    async (request, reply) => {
      const token = request.cookies[sessions.cookies.session];
      const session = token ? await sessions.look(token) : undefined;
      if (!token || !session) throw new ApiError('SESSION_EXPIRED');
      if (!streams.hasRoom(token, session)) {
        throw new ApiError('TOO_MANY_REQUESTS', {
          headers: { 'retry-after': String(Math.ceil(between(RETRY_AFTER_STOP_MS) / 1000)) },
        });
      }
      const stream = new Stream(reply, { token, session });
      streams.add(stream);
      await streams.opening(follow(stream, { feed, streams, after: resumeFrom(request) }));
      return reply;
    },
  );
  return {
    get openStreams() {
      return streams.count;
    },
  };
}

const between = ({ least, most }: { least: number; most: number }): number =>
  Math.round(least + Math.random() * (most - least));

function resumeFrom(request: FastifyRequest): string | undefined {
  const { after } = request.query as { after?: string };
  const position = request.headers['last-event-id'] ?? after;
  return typeof position === 'string' ? position : undefined;
}

class Stream {
  readonly token: string;
  readonly session: Session;
  private readonly raw: FastifyReply['raw'];
  private timer: NodeJS.Timeout | undefined;

  constructor(reply: FastifyReply, { token, session }: { token: string; session: Session }) {
    this.token = token;
    this.session = session;
    reply.hijack();
    this.raw = reply.raw;
    // A hijacked reply skips the hooks that set these headers.
    this.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Streams end when a process stops: a proxy must not send its next request on their connection.
      connection: 'close',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    this.raw.flushHeaders();
    this.raw.on('close', () => clearTimeout(this.timer));
  }

  /** Without an id the browser keeps its last one. */
  send(event: string, data: unknown, id?: string): void {
    const position = id === undefined ? '' : `id: ${id}\n`;
    this.write(`${position}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  setRetry(ms: number): void {
    this.write(`retry: ${ms}\n\n`);
  }

  private write(text: string): void {
    if (this.raw.writableEnded || this.raw.destroyed) return;
    this.raw.write(text);
    // Not end(), which would wait for a client that does not read.
    if (this.raw.writableLength > MAX_UNSENT_BYTES) this.raw.destroy();
  }

  end(): void {
    this.raw.end();
  }

  /** Instead of the time that was set before. */
  atEndOfSession(secondsLeft: number, look: () => void): void {
    clearTimeout(this.timer);
    if (this.raw.writableEnded || this.raw.destroyed) return;
    this.timer = setTimeout(look, secondsLeft * 1000 + PAST_THE_END_MS);
    this.timer.unref();
  }

  onClose(listener: () => void): void {
    this.raw.on('close', listener);
  }
}

/** The open streams of this process: limits their number, and ends them with their sessions. */
class Streams {
  private readonly sessions: Sessions;
  private readonly open = new Set<Stream>();
  private readonly perSession = new Map<string, number>();
  private readonly perAccount = new Map<string, number>();
  private readonly toCheck = new Set<Stream>();
  private readonly opened = new Set<Promise<void>>();
  private checking: Promise<void> | undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(sessions: Sessions) {
    this.sessions = sessions;
    this.timer = setInterval(() => this.check(this.open), CHECK_SESSIONS_MS);
    this.timer.unref();
  }

  get count(): number {
    return this.open.size;
  }

  hasRoom(token: string, { actor }: Session): boolean {
    return (
      (this.perSession.get(token) ?? 0) < MAX_STREAMS_PER_SESSION &&
      (this.perAccount.get(actor.accountId) ?? 0) < MAX_STREAMS_PER_ACCOUNT
    );
  }

  add(stream: Stream): void {
    const { token, session } = stream;
    this.open.add(stream);
    count(this.perSession, token, 1);
    count(this.perAccount, session.actor.accountId, 1);
    stream.onClose(() => {
      this.open.delete(stream);
      this.toCheck.delete(stream);
      count(this.perSession, token, -1);
      count(this.perAccount, session.actor.accountId, -1);
    });
  }

  /** Tracks a stream that is opening until it has made all its queries to the feed. */
  async opening(work: Promise<void>): Promise<void> {
    this.opened.add(work);
    await work.finally(() => this.opened.delete(work));
  }

  /** Ends streams whose session has ended or changed its rights. Checks are combined into one query at a time. */
  check(streams: Iterable<Stream>): void {
    for (const stream of streams) this.toCheck.add(stream);
    this.checking ??= this.checkAll().finally(() => (this.checking = undefined));
  }

  private async checkAll(): Promise<void> {
    while (this.toCheck.size > 0) {
      const streams = [...this.toCheck];
      this.toCheck.clear();
      // If the query fails the streams continue; the next check asks again.
      const live = await this.sessions
        .liveOf(streams.map(({ token }) => token))
        .catch(() => undefined);
      if (!live) continue;
      for (const stream of streams) {
        const session = live.get(stream.token);
        if (session?.stamp === stampOf(stream.session)) {
          stream.atEndOfSession(session.secondsLeft, () => this.check([stream]));
        } else {
          stream.end();
        }
      }
    }
  }

  /**
   * Ends all streams and tells browsers when to reconnect: a deploy must not send all of them to the next process in
   * the same second. Waits for streams that are opening, because the feed and the sessions close after this.
   */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    for (const stream of this.open) {
      const retryMs = between(RETRY_AFTER_STOP_MS);
      stream.setRetry(retryMs);
      stream.send('closing', { retryMs });
      stream.end();
    }
    await Promise.allSettled([...this.opened, this.checking]);
  }
}

function count(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}

const stampOf = ({ scope }: Session): string => (scope.kind === 'session' ? scope.stamp : '');

/** Subscribes before reading past events, and sends the past ones first: a cursor never runs ahead of what was sent. */
async function follow(
  stream: Stream,
  { feed, streams, after }: { feed: EventFeed; streams: Streams; after: string | undefined },
): Promise<void> {
  let heldEvents: (() => void)[] | undefined = [];
  const afterThePast = (tell: () => void): void => {
    if (!heldEvents) tell();
    else if (heldEvents.push(tell) > MAX_HELD) stream.end();
  };
  const remove = feed.add({
    actor: stream.session.actor,
    tell: (notice: ChangeNotice, cursor) =>
      afterThePast(() => {
        stream.send('change', notice, cursor);
        // A session of this person ended or changed, perhaps in another tab: check whether it is this one.
        if (notice.changes.includes('session')) streams.check([stream]);
      }),
    reset: (cursor) => afterThePast(() => stream.send('reset', {}, cursor)),
    sessionsEnded: () => streams.check([stream]),
    tellEphemeral: (event, notice) => stream.send(event, notice),
  });
  // It may have ended before this listened.
  streams.check([stream]);
  const timer = setInterval(
    () => afterThePast(() => stream.send('beat', {}, feed.position)),
    BEAT_MS,
  );
  stream.onClose(() => {
    clearInterval(timer);
    remove();
  });
  try {
    await greet(stream, feed, after);
  } catch (error) {
    stream.end();
    throw error;
  }
  for (const tell of heldEvents) tell();
  heldEvents = undefined;
}

async function greet(stream: Stream, feed: EventFeed, after: string | undefined): Promise<void> {
  stream.setRetry(between(RETRY_MS));
  const cursor = await feed.currentCursor();
  if (after !== undefined) {
    const missed = await feed.since(after, stream.session.actor);
    if (!missed) stream.send('reset', {}, cursor);
    for (const notice of missed ?? []) stream.send('change', notice);
  }
  stream.send('ready', {}, cursor);
}
