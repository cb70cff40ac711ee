/**
 * Limits how much of a web process one company may use, so that its load does not slow down the others (decision
 * 0185). Calls beyond the rate are refused. Of the others, a few run at a time and the rest queue. A company that is
 * alone on the process is not limited.
 */
import { ApiError } from './api-error.ts';
import { MemoryRateLimit } from './memory-rate-limit.ts';

/** Size of the burst: what the rate allows in this many seconds. */
const BURST_SECONDS = 2;
/** A company is alone on the process after this long without a call of another caller. */
const ALONE_AFTER_MS = 10_000;
/** Less than half of the usual pool, so that others find a connection and processor time. */
export const IN_SERVICE = 4;
/** Maximum queue length of a company. A page would time out before a call behind a longer queue ran. */
export const WAITING = 200;

interface Line {
  inService: number;
  readonly waiting: (() => void)[];
}

export class CompanyShare {
  private readonly rate: MemoryRateLimit;
  private readonly lines = new Map<string, Line>();
  private readonly inService: number;
  private readonly waiting: number;
  private readonly now: () => number;
  /** The company of the last call; null: a caller without one. */
  private latest: string | null | undefined;
  /** When a call last came from another company than the call before it. */
  private changedAt = -Infinity;

  constructor(
    { perSecond, factor }: { perSecond: number; factor: number },
    now: () => number = () => performance.now(),
  ) {
    const rate = { perSecond, burst: perSecond * BURST_SECONDS };
    this.rate = new MemoryRateLimit(rate, factor, now);
    this.inService = Math.max(1, Math.floor(IN_SERVICE * factor));
    this.waiting = WAITING * factor;
    this.now = now;
  }

  /**
   * Runs `work` when it is the company's turn, or at once for a caller without a company. Throws RATE_LIMITED when
   * the company calls too often.
   */
  async run<T>(companyId: string | null, cost: number, work: () => Promise<T>): Promise<T> {
    const isAlone = this.isAlone(companyId);
    if (companyId === null) return work();
    if (!isAlone) this.rate.take(companyId, cost);
    const line = this.lines.get(companyId) ?? { inService: 0, waiting: [] };
    this.lines.set(companyId, line);
    if (isAlone || line.inService < this.inService) line.inService += 1;
    else await this.turn(line);
    try {
      return await work();
    } finally {
      // The slot passes to the oldest waiting call, so that a new call cannot overtake it.
      const next = line.inService > this.inService ? undefined : line.waiting.shift();
      if (next) next();
      else line.inService -= 1;
      if (line.inService === 0) this.lines.delete(companyId);
    }
  }

  private isAlone(companyId: string | null): boolean {
    const now = this.now();
    if (companyId !== this.latest) {
      // The first caller of the process counts as alone.
      if (this.latest !== undefined) this.changedAt = now;
      this.latest = companyId;
    }
    return now - this.changedAt > ALONE_AFTER_MS;
  }

  private turn({ waiting }: Line): Promise<void> {
    if (waiting.length >= this.waiting) {
      throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': '1' } });
    }
    return new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Companies with a call in service. */
  get size(): number {
    return this.lines.size;
  }
}
