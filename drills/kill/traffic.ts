/** Tracks requests in flight, so that kills can be timed. */
import { EventEmitter, once } from 'node:events';
import type { WriteCall } from './ledger.ts';

export class Traffic {
  /** Writes sent and not yet answered. */
  inFlight = 0;
  /** The usual duration of a write: a moving average without failed ones. */
  usualMs = 20;
  /** Files being sent to the object store. */
  uploadsInFlight = 0;
  usualUploadMs = 20;
  private readonly events = new EventEmitter();

  constructor() {
    this.events.setMaxListeners(0);
  }

  async during<T>(attempt: () => Promise<T>): Promise<T> {
    this.inFlight += 1;
    const answer = attempt();
    this.events.emit('sent');
    try {
      return await answer;
    } finally {
      this.inFlight -= 1;
    }
  }

  /** The same for the PUT of a file. */
  async duringUpload(attempt: () => Promise<boolean>): Promise<boolean> {
    this.uploadsInFlight += 1;
    const began = performance.now();
    const answer = attempt();
    this.events.emit('upload');
    try {
      const isStored = await answer;
      if (isStored) this.usualUploadMs += (performance.now() - began - this.usualUploadMs) / 20;
      return isStored;
    } finally {
      this.uploadsInFlight -= 1;
    }
  }

  acknowledged(call: WriteCall, tookMs: number): void {
    this.usualMs += (tookMs - this.usualMs) / 20;
    this.events.emit(`acknowledged ${call}`);
  }

  /** Resolves when the next write is sent, or when none is sent in time. */
  nextSent(patienceMs: number): Promise<void> {
    return this.next('sent', patienceMs);
  }

  nextUpload(patienceMs: number): Promise<void> {
    return this.next('upload', patienceMs);
  }

  nextAcknowledged(call: WriteCall, patienceMs: number): Promise<void> {
    return this.next(`acknowledged ${call}`, patienceMs);
  }

  private async next(event: string, patienceMs: number): Promise<void> {
    await once(this.events, event, { signal: AbortSignal.timeout(patienceMs) }).catch(() => {});
  }
}
