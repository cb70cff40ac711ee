/** Aborts multipart uploads that were not completed within two days, which deletes their parts. */
import type { Logger } from 'pino';
import type { Bucket } from '../../platform/object-storage.ts';

const HOUR_MS = 3_600_000;
/** The time for which incoming keeps arrived files and the quota counts unfinished uploads. */
const MAX_UNFINISHED_MS = 48 * HOUR_MS;

/** Returns how many were aborted. */
export async function abortStaleUploads(
  incoming: Bucket,
  before = new Date(Date.now() - MAX_UNFINISHED_MS),
  prefix = '',
): Promise<number> {
  let aborted = 0;
  for await (const { key, uploadId, started } of incoming.unfinishedUploads(prefix)) {
    if (started >= before) continue;
    await incoming.dropParts(key, uploadId).catch((error: unknown) => {
      // Another worker aborted it first.
      if ((error as Error).name !== 'NoSuchUpload') throw error;
    });
    aborted += 1;
  }
  return aborted;
}

export function keepAbortingUploads(
  incoming: Bucket,
  log: Pick<Logger, 'info' | 'warn'>,
): () => void {
  const timer = setInterval(() => {
    abortStaleUploads(incoming).then(
      (aborted) => aborted > 0 && log.info({ aborted }, 'deleted the parts of stale uploads'),
      (error: unknown) =>
        log.warn({ err: error }, 'stale uploads could not be deleted; next try in 1 h'),
    );
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
