const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

export interface RetryOptions {
  readonly signal: AbortSignal;
  /** Whether a failure is a lost connection. All other failures are thrown. */
  isLost(failure: unknown): boolean;
  /** Resolves after the given time, or as soon as the connection is back. */
  pause(ms: number, signal: AbortSignal): Promise<void>;
  onPaused(): void;
}

/** Repeats idempotent work, with growing pauses, until the connection is back. */
export async function retryWhileLost<Value>(
  work: () => Promise<Value>,
  { signal, isLost, pause, onPaused }: RetryOptions,
): Promise<Value> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (failure) {
      if (signal.aborted || !isLost(failure)) throw failure;
      onPaused();
      await pause(pauseMs, signal);
    }
  }
}
