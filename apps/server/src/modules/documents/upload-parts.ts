/**
 * Multipart uploads straight to incoming. Nothing is stored in the database: the key proves who started the upload,
 * for which loan and of which size, and the store has the parts (docs/decisions/0076).
 */
import { UPLOAD_PART_BYTES } from '@cairn/contract';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { StoredPart, WebStorage } from '../../platform/object-storage.ts';
import { isObjectKeyTaken } from './store.ts';

const partCount = (size: number): number => Math.ceil(size / UPLOAD_PART_BYTES);

/** Undefined if the file has no such part. */
function partSize(size: number, number: number): number | undefined {
  if (number < 1 || number > partCount(size)) return undefined;
  return Math.min(UPLOAD_PART_BYTES, size - (number - 1) * UPLOAD_PART_BYTES);
}

export interface UploadInParts {
  readonly key: string;
  readonly uploadId: string;
  readonly size: number;
}

const md5Of = ({ tag }: StoredPart): string => tag.replaceAll('"', '');

export async function arrivedParts(storage: WebStorage, { key, uploadId }: UploadInParts) {
  const parts = await storage.arrivedParts(key, uploadId);
  if (!parts) throw new ApiError('UPLOAD_MISSING');
  return [...parts].map(([number, part]) => ({ number, size: part.size, md5: md5Of(part) }));
}

export function signParts(
  storage: WebStorage,
  { key, uploadId, size }: UploadInParts,
  checksums: readonly string[],
) {
  return Promise.all(
    checksums.map(async (each) => {
      const [digits, md5] = each.split(':') as [string, string];
      const number = Number(digits);
      const length = partSize(size, number);
      if (length === undefined) {
        throw invalidField('part', 'The file has no such part');
      }
      const signed = await storage.partUrl(key, uploadId, { number, size: length, md5 });
      return { number, ...signed };
    }),
  );
}

/** Completes the upload if exactly the expected parts arrived, each with its expected size. */
async function joinParts(storage: WebStorage, upload: UploadInParts): Promise<boolean> {
  const { key, uploadId, size } = upload;
  const parts = await storage.arrivedParts(key, uploadId);
  if (!parts) return false;
  const tags = Array.from({ length: partCount(size) }, (_, index) => {
    const part = parts.get(index + 1);
    if (!part || part.size !== partSize(size, index + 1)) throw new ApiError('UPLOAD_MISSING');
    return part.tag;
  });
  if (parts.size !== tags.length) throw new ApiError('UPLOAD_MISSING');
  await storage.joinUpload(key, uploadId, tags);
  return true;
}

/** Idempotent: a repeated call changes nothing. */
export async function completeParts(
  storage: WebStorage,
  reads: Queries,
  upload: UploadInParts,
): Promise<{ key: string }> {
  const { key, size } = upload;
  if (await joinParts(storage, upload)) return { key };
  // Completed by an earlier call whose reply was lost; it may have been scanned since.
  if ((await storage.arrivedSize(key)) === size || (await isObjectKeyTaken(reads, key))) {
    return { key };
  }
  throw new ApiError('UPLOAD_MISSING');
}

export async function abortParts(
  storage: WebStorage,
  { key, uploadId }: UploadInParts,
): Promise<void> {
  await storage.abortUpload(key, uploadId).catch((error: unknown) => {
    if ((error as Error).name !== 'NoSuchUpload') throw error;
  });
}
