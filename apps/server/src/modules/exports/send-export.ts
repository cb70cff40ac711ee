import type { HttpContext } from '../../platform/handler.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { WebStorage } from '../../platform/object-storage.ts';
import { IntegrityError, readStored, startReading } from '../../platform/stored-file.ts';
import type { FileRow } from './store.ts';

export interface SendDeps {
  readonly storage: WebStorage;
  readonly log: { error(about: object, message: string): void };
}

interface Sent {
  readonly name: string;
  readonly inline?: 'application/pdf';
  /** Throws once the caller may no longer read it, which ends the download in progress. */
  stillAllowed(): Promise<void>;
}

/** Streams a finished export and compares each chunk with its digest. */
export async function sendExport(
  { storage, log }: SendDeps,
  http: HttpContext,
  file: FileRow,
  { name, inline, stillAllowed }: Sent,
) {
  const storedFile = {
    key: file.object_key!,
    size: file.size!,
    sha256: file.sha256!,
    chunkSha256: file.chunk_sha256,
    chunkLengths: file.chunk_lengths,
  };
  const range = http.requestedRange(storedFile.size, storedFile.sha256.toString('hex'));
  const content = await startReading(
    readStored(storage.vault, storedFile, range?.from ?? 0, range?.to ?? storedFile.size),
    {
      stillAllowed,
      failed: async (error) => {
        if (!(error instanceof IntegrityError)) return;
        log.error(
          { alert: 'package-damaged', packageId: file.id, key: error.key },
          'a stored package is not what was made: it is not served; it expires within a day',
        );
      },
    },
  ).catch((error: unknown) => {
    throw error instanceof IntegrityError ? new ApiError('PACKAGE_NOT_READY') : error;
  });
  return http.sendStored(content, { ...storedFile, name, range, ...(inline && { inline }) });
}
