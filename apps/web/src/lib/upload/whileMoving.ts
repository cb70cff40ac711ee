/** A phone that changes networks keeps the old connection open, and the browser reports no failure for many minutes. */
const STALLED_MS = 60_000;

/** The transfer made no progress for too long, so the connection counts as lost. */
export class UploadStalled extends Error {}

/**
 * Runs a transfer with a signal that aborts when nothing more is sent. The transfer calls `onSent` at each progress.
 */
export async function whileMoving<Result>(
  send: (signal: AbortSignal, onSent: () => void) => Promise<Result>,
  { signal, stalledMs = STALLED_MS }: { signal: AbortSignal; stalledMs?: number | undefined },
): Promise<Result> {
  const stalled = new AbortController();
  const stop = () => stalled.abort();
  let timer = setTimeout(stop, stalledMs);
  const onSent = () => {
    clearTimeout(timer);
    timer = setTimeout(stop, stalledMs);
  };
  try {
    return await send(AbortSignal.any([signal, stalled.signal]), onSent);
  } catch (failure) {
    if (stalled.signal.aborted && !signal.aborted) throw new UploadStalled();
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}
