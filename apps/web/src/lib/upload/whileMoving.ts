/** A phone that changed its network keeps the old connection open, and no failure is told for many minutes. */
const STALLED_MS = 60_000;

/** Nothing more was sent for too long: the connection counts as lost. */
export class UploadStalled extends Error {}

/** Sends with a signal that aborts when nothing moves. `onSent` tells that something did. */
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
