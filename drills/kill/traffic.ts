/** What is on its way right now, so that kills can be aimed at it. */
import { EventEmitter, once } from 'node:events';
import type { WriteCall } from './ledger.ts';

export class Traffic {
  /** Writes sent and not yet answered. */
  inFlight = 0;
  /** How long a write takes these days: a moving average, on which the failed ones have no say. */
  usualMs = 20;
  private readonly events = new EventEmitter();

  constructor() {
    this.events.setMaxListeners(0);
  }

  async during<T>(attempt: () => Promise<T>): Promise<T> {
    this.inFlight += 1;
    const answered = attempt();
    this.events.emit('sent');
    try {
      return await answered;
    } finally {
      this.inFlight -= 1;
    }
  }

  acknowledged(call: WriteCall, tookMs: number): void {
    this.usualMs += (tookMs - this.usualMs) / 20;
    this.events.emit(`acknowledged ${call}`);
  }

  /** The next write that goes out, or the time when none does. */
  nextSent(patienceMs: number): Promise<void> {
    return this.next('sent', patienceMs);
  }

  nextAcknowledged(call: WriteCall, patienceMs: number): Promise<void> {
    return this.next(`acknowledged ${call}`, patienceMs);
  }

  private async next(event: string, patienceMs: number): Promise<void> {
    await once(this.events, event, { signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
  }
}
