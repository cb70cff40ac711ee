/**
 * How many calls one account may make: a burst, and a rate at which it refills. Kept in the memory of the
 * process, because a count in the database would cost every call a round trip: see decision 0046. With
 * several web processes an account gets up to that many times the rate.
 *
 * This is the generic cell rate algorithm: of each account one number is kept, the time at which its
 * burst is full again.
 */
import { ApiError } from './api-error.ts';

/** A page sends a handful of calls at once; no user clicks this fast for a minute. */
export const CALLS_PER_SECOND = 20;
export const CALL_BURST = 300;
/** A call that may take long (exports, bulk changes) counts as this many. */
export const SLOW_CALL_COST = 10;
/** Beyond this many accounts, those that have not called for the longest time are forgotten. */
const MAX_ACCOUNTS = 50_000;

export class AccountRateLimit {
  private readonly fullAt = new Map<string, number>();
  private readonly msPerCall: number;
  private readonly burstMs: number;
  private readonly now: () => number;

  /** `factor` multiplies burst and rate. */
  constructor(factor: number, now: () => number = () => performance.now()) {
    this.msPerCall = 1000 / (CALLS_PER_SECOND * factor);
    this.burstMs = CALL_BURST * factor * this.msPerCall;
    this.now = now;
  }

  /** Throws when the account has used up its burst. A refused call costs nothing. */
  take(accountId: string, cost = 1): void {
    const now = this.now();
    const spent = Math.max(this.fullAt.get(accountId) ?? now, now) + cost * this.msPerCall;
    const waitMs = spent - now - this.burstMs;
    if (waitMs > 0) {
      throw new ApiError('RATE_LIMITED', {
        headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
      });
    }
    // Set anew, so that the map stays in the order of the last call.
    this.fullAt.delete(accountId);
    this.fullAt.set(accountId, spent);
    if (this.fullAt.size > MAX_ACCOUNTS) this.forgetOldest();
  }

  /**
   * Drops the buckets unused the longest, even those that still refill: memory stays bounded for any traffic. A tenth
   * at a time, because a Map iterates over deleted entries at its beginning.
   */
  private forgetOldest(): void {
    for (const accountId of this.fullAt.keys()) {
      if (this.fullAt.size <= 0.9 * MAX_ACCOUNTS) return;
      this.fullAt.delete(accountId);
    }
  }

  get size(): number {
    return this.fullAt.size;
  }
}
