/** Large objects go to the store part by part: a part at a time in memory, and none of them twice. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Bucket } from './object-storage.ts';
import { NO_LINK } from './sandbox.ts';
import { chunkDigests, digestsOf, type Digests } from './stored-file.ts';

const MEBIBYTE = 2 ** 20;
const SMALLEST_PART = 8 * MEBIBYTE;
/** A store takes ten thousand. */
const MOST_PARTS = 9000;
/** Each holds its part three times: as it is read, as it is written, and while it is hashed. */
const AT_ONCE = 2;

export interface Sending {
  readonly key: string;
  readonly size: number;
  /** An earlier attempt's, which goes on. Only for bytes that come out the same again. */
  readonly uploadId?: string | undefined;
  /** Bytes from `from` up to, not with, `to`. */
  bytes(from: number, to: number): Promise<Buffer>;
  /** Kept by the caller before the first part goes out. */
  begun?(uploadId: string): Promise<void>;
  sent?(bytes: number): void;
}

/** Returns the SHA-256 of each MiB, by which it is checked when it is read. */
export async function sendInParts(store: Bucket, sending: Sending): Promise<Buffer> {
  const { key, size } = sending;
  const length = Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS / MEBIBYTE) * MEBIBYTE);
  const { uploadId, there } = await goOnOrBegin(store, sending);
  const tags: string[] = [];
  const digests: Buffer[] = [];
  let next = 0;
  let sent = 0;
  const work = async (): Promise<void> => {
    while (next * length < size) {
      const number = (next += 1);
      const from = (number - 1) * length;
      const to = Math.min(from + length, size);
      const known = there.get(number);
      // Uploaded again even where the part exists: only the upload yields its digest.
      const bytes = await sending.bytes(from, to);
      [digests[number - 1], tags[number - 1]] = await Promise.all([
        chunkDigests(bytes),
        known?.size === to - from ? known.tag : store.putPart(key, uploadId, number, bytes),
      ]);
      sent += to - from;
      sending.sent?.(sent);
    }
  };
  const orStop = (error: unknown): never => {
    next = Infinity;
    throw error;
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(orStop)));
    await store.joinParts(key, uploadId, tags);
    return Buffer.concat(digests);
  } catch (error) {
    // Its id was not stored, so the upload cannot be resumed.
    if (!sending.begun) await store.dropParts(key, uploadId).catch(() => {});
    throw error;
  }
}

async function goOnOrBegin(store: Bucket, { key, uploadId: earlier, begun }: Sending) {
  const there = earlier === undefined ? undefined : await store.partsOf(key, earlier);
  if (earlier !== undefined && there) return { uploadId: earlier, there };
  const uploadId = await store.beginParts(key);
  await begun?.(uploadId);
  return { uploadId, there: new Map<number, { tag: string; size: number }>() };
}

/** A file of this machine: in one piece, if it is not larger than one part. */
export async function sendFile(
  store: Bucket,
  key: string,
  path: string,
  sent?: (share: number) => void,
): Promise<Digests> {
  const digests = await digestsOfFile(path);
  const { size } = digests;
  if (size <= SMALLEST_PART) {
    await store.putFile(key, path, digests);
    sent?.(1);
    return digests;
  }
  const file = await open(path, NO_LINK.read);
  try {
    const stored = await sendInParts(store, {
      key,
      size,
      bytes: async (from, to) => {
        const length = to - from;
        return (await file.read(Buffer.alloc(length), 0, length, from)).buffer;
      },
      sent: (bytes) => sent?.(bytes / size),
    });
    if (!stored.equals(digests.chunkSha256 ?? digests.sha256)) {
      throw new Error(`${path} changed while it was sent`);
    }
    return digests;
  } finally {
    await file.close();
  }
}

export async function digestsOfFile(path: string): Promise<Digests> {
  const file = await open(path, NO_LINK.read);
  return digestsOf(file.createReadStream());
}

/** For a file too large to hash in one pass: the digest of its chunk digests. */
export const digestOfChunks = (chunkSha256: Buffer): Buffer =>
  chunkSha256.length === 32 ? chunkSha256 : createHash('sha256').update(chunkSha256).digest();
