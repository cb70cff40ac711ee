/** Uploads large objects to the store in parts: one part at a time is in memory, and no part is sent twice. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Bucket } from './object-storage.ts';
import { NO_LINK } from './sandbox.ts';
import { chunkDigests, Digester, type Digests } from './stored-file.ts';

const MEBIBYTE = 2 ** 20;
const DIGEST = 32;
const SMALLEST_PART = 8 * MEBIBYTE;
/** Below the S3 limit of ten thousand parts. */
const MAX_PARTS = 9000;
/** Each part in progress is in memory twice: as it is read, and as it is sent. */
const MAX_PARTS_IN_PROGRESS = 2;

export interface Sending {
  readonly key: string;
  readonly size: number;
  /** Resumes an earlier attempt. Only for content that is the same again, byte for byte. */
  readonly uploadId?: string | undefined;
  /** Bytes from `from` up to `to`, exclusive. */
  bytes(from: number, to: number): Promise<Buffer>;
  /** Called before the first part is sent, so that the caller can store the upload's id. */
  onBegin?(uploadId: string): Promise<void>;
  onProgress?(bytes: number): void;
}

/** Sends the parts in order. Parts that an earlier attempt sent are not read again. */
export async function sendInParts(store: Bucket, sending: Sending): Promise<void> {
  const { key, size } = sending;
  const length = Math.max(SMALLEST_PART, Math.ceil(size / MAX_PARTS / MEBIBYTE) * MEBIBYTE);
  const { uploadId, sentParts } = await resumeOrBegin(store, sending);
  const tags: string[] = [];
  let next = 0;
  let sentBytes = 0;
  const work = async (): Promise<void> => {
    while (next * length < size) {
      const number = (next += 1);
      const from = (number - 1) * length;
      const to = Math.min(from + length, size);
      const sentPart = sentParts.get(number);
      tags[number - 1] =
        sentPart?.size === to - from
          ? sentPart.tag
          : await store.putPart(key, uploadId, number, await sending.bytes(from, to));
      sentBytes += to - from;
      sending.onProgress?.(sentBytes);
    }
  };
  const orStop = (error: unknown): never => {
    next = Infinity;
    throw error;
  };
  try {
    // After a failure, parts in progress are awaited too: the next attempt would send them again.
    const ended = await Promise.allSettled(
      Array.from({ length: MAX_PARTS_IN_PROGRESS }, () => work().catch(orStop)),
    );
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    await store.joinParts(key, uploadId, tags);
  } catch (error) {
    // The upload's id was not stored, so the upload cannot be resumed.
    if (!sending.onBegin) await store.dropParts(key, uploadId).catch(() => {});
    throw error;
  }
}

async function resumeOrBegin(store: Bucket, { key, uploadId: earlier, onBegin }: Sending) {
  const sentParts = earlier === undefined ? undefined : await store.partsOf(key, earlier);
  if (earlier !== undefined && sentParts) return { uploadId: earlier, sentParts };
  const uploadId = await store.beginParts(key);
  await onBegin?.(uploadId);
  return { uploadId, sentParts: new Map<number, { tag: string; size: number }>() };
}

/** Sends a local file whose digests are known or computed; in one piece if it is not larger than one part. */
export async function sendFile(
  store: Bucket,
  key: string,
  path: string,
  { onProgress, ...options }: { digests?: Digests; onProgress?: (share: number) => void } = {},
): Promise<Digests> {
  const digests = options.digests ?? (await digestsOfFile(path));
  const { size } = digests;
  if (size <= SMALLEST_PART) {
    await store.putFile(key, path, digests);
    onProgress?.(1);
    return digests;
  }
  const file = await open(path, NO_LINK.read);
  try {
    await sendInParts(store, {
      key,
      size,
      bytes: async (from, to) => {
        const length = to - from;
        const { buffer } = await file.read(Buffer.allocUnsafeSlow(length), 0, length, from);
        const [first, behind] = [from / MEBIBYTE, Math.ceil(to / MEBIBYTE)];
        const expectedDigests = digests.chunkSha256!.subarray(first * DIGEST, behind * DIGEST);
        if ((await chunkDigests(buffer)).equals(expectedDigests)) return buffer;
        throw new Error(`${path} changed while it was sent`);
      },
      onProgress: (bytes) => onProgress?.(bytes / size),
    });
    return digests;
  } finally {
    await file.close();
  }
}

export async function digestsOfFile(path: string): Promise<Digests> {
  return (await digesterOfFile(path)).digests();
}

/** A digester that has read the file, so that more bytes can be added. */
export async function digesterOfFile(path: string): Promise<Digester> {
  const file = await open(path, NO_LINK.read);
  const digester = new Digester();
  const content = file.createReadStream({ highWaterMark: READ_BYTES });
  for await (const bytes of content) digester.update(bytes as Buffer);
  return digester;
}
const READ_BYTES = MEBIBYTE / 2;

/** For a file too large to hash in one pass: the digest of its chunk digests. */
export const digestOfChunks = (chunkSha256: Buffer): Buffer =>
  chunkSha256.length === 32 ? chunkSha256 : createHash('sha256').update(chunkSha256).digest();
