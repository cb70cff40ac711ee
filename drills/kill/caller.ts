/** The HTTP calls of one person: reads are repeated freely, writes under their key. */
import { setTimeout as wait } from 'node:timers/promises';
import { API_BASE_PATH, contract, type CallName } from '@cairn/contract';
import type { Intent, Ledger } from './ledger.ts';
import type { Random } from '@cairn/testing/random';
import { ORIGIN } from './settings.ts';
import type { Traffic } from './traffic.ts';

const ATTEMPT_MS = 5000;
/** After this time a client gives up, and the write counts as unacknowledged. */
const PATIENCE_MS = 60_000;
/** Share of callers who close the page on a failure and never retry. */
const IMPATIENT = 0.2;

export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
}

type Attempt = { status: number; text: string } | { failed: unknown };

export class Caller {
  readonly accountId: string;
  private readonly token: string;
  private readonly ledger: Ledger;
  private readonly traffic: Traffic;
  private readonly random: Random;

  constructor(options: {
    accountId: string;
    token: string;
    ledger: Ledger;
    traffic: Traffic;
    random: Random;
  }) {
    this.accountId = options.accountId;
    this.token = options.token;
    this.ledger = options.ledger;
    this.traffic = options.traffic;
    this.random = options.random;
  }

  /** The reply; undefined if there was none in time. */
  async read<Reply>(name: CallName, request: Request): Promise<Reply | undefined> {
    const deadline = performance.now() + PATIENCE_MS;
    while (performance.now() < deadline) {
      const answer = await this.attempt(name, request);
      if ('status' in answer && answer.status === 200) return JSON.parse(answer.text) as Reply;
      await this.pause();
    }
    return undefined;
  }

  /** The reply; undefined if the write stayed unacknowledged. */
  async write(intent: Intent, request: Request): Promise<{ id: string } | undefined> {
    this.ledger.write({ what: 'intent', intent });
    const impatient = this.random.chance(IMPATIENT);
    const deadline = performance.now() + PATIENCE_MS;
    for (let attempts = 1; performance.now() < deadline; attempts += 1) {
      const sentAt = Date.now();
      const answer = await this.traffic.during(() =>
        this.attempt(intent.call, request, intent.key),
      );
      if (isFinal(answer)) return this.note(intent, answer, { sentAt, attempts });
      if (impatient) break;
      await this.pause();
    }
    this.ledger.write({ what: 'abandoned', key: intent.key });
    return undefined;
  }

  private note(
    { key, call }: Intent,
    { status, text }: { status: number; text: string },
    timing: { sentAt: number; attempts: number },
  ): { id: string } | undefined {
    if (status !== 200) {
      this.ledger.write({ what: 'refused', key, answer: `${call}: ${status} ${text}` });
      return undefined;
    }
    const reply = JSON.parse(text) as { id: string };
    this.ledger.write({ what: 'acknowledged', acknowledgement: { key, ...timing, id: reply.id } });
    this.traffic.acknowledged(call, Date.now() - timing.sentAt);
    return reply;
  }

  private async attempt(name: CallName, request: Request, key?: string): Promise<Attempt> {
    try {
      const answer = await fetch(addressOf(name, request), {
        method: contract[name].method,
        headers: {
          cookie: `cairn-session=${this.token}`,
          ...(request.body && { 'content-type': 'application/json' }),
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(request.body && { body: JSON.stringify(request.body) }),
        signal: AbortSignal.timeout(ATTEMPT_MS),
      });
      // A reply counts only if it arrived completely.
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      return { failed: error };
    }
  }

  private pause(): Promise<void> {
    return wait(this.random.between(50, 250));
  }
}

const isFinal = (answer: Attempt): answer is { status: number; text: string } =>
  'status' in answer && answer.status < 500;

function addressOf(name: CallName, { params = {}, query = {} }: Request): string {
  const path = contract[name].path.replaceAll(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  return `${ORIGIN}${API_BASE_PATH}${path}?${new URLSearchParams(query).toString()}`;
}
