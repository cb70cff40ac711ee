/**
 * Limits the calls of an account or a company: a burst, and a rate at which it refills. Kept in memory, because a
 * count in the database would cost every call a round trip (decisions 0046 and 0185). With several web processes the
 * effective limit is up to that many times the rate.
 *
 * Implements the generic cell rate algorithm: one number per key, the time at which its burst is full again.
 */
import { ApiError } from './api-error.ts';

/** A page makes a handful of calls at once; no user clicks this fast for a minute. */
export const CALLS_PER_SECOND = 20;
export const CALL_BURST = 300;
/** A call that may take long (exports, bulk changes) counts as this many calls. */
export const SLOW_CALL_COST = 10;
/** With more keys than this, those unused the longest are dropped. */
const MAX_KEYS = 50_000;

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}
export const ACCOUNT_RATE: Rate = { perSecond: CALLS_PER_SECOND, burst: CALL_BURST };

export class MemoryRateLimit {
  private readonly fullAt = new Map<string, number>();
  private readonly msPerCall: number;
  private readonly burstMs: number;
  private readonly now: () => number;

  /** `factor` multiplies both burst and rate. */
  constructor(
    { perSecond, burst }: Rate,
    factor: number,
    now: () => number = () => performance.now(),
  ) {
    this.msPerCall = 1000 / (perSecond * factor);
    this.burstMs = burst * factor * this.msPerCall;
    this.now = now;
  }

  /** Throws when the key has used up its burst. A refused call costs nothing. */
  take(key: string, cost = 1): void {
    const now = this.now();
    const spent = Math.max(this.fullAt.get(key) ?? now, now) + cost * this.msPerCall;
    const waitMs = spent - now - this.burstMs;
    if (waitMs > 0) {
      throw new ApiError('RATE_LIMITED', {
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      });
    }
    // Deleted and set again, so that the map stays in order of the last call.
    this.fullAt.delete(key);
    this.fullAt.set(key, spent);
    if (this.fullAt.size > MAX_KEYS) this.forgetOldest();
  }

  /**
   * Drops the buckets unused the longest, even those that still refill: memory stays bounded for any traffic. A tenth
   * at a time, because a Map iterates over deleted entries at its beginning.
   */
  private forgetOldest(): void {
    for (const key of this.fullAt.keys()) {
      if (this.fullAt.size <= 0.9 * MAX_KEYS) return;
      this.fullAt.delete(key);
    }
  }

  get size(): number {
    return this.fullAt.size;
  }
}
