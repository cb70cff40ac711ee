/** Large objects go to the store part by part: a part at a time in memory, and none of them twice. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import type { Bucket } from './object-storage.ts';
import { NO_LINK } from './sandbox.ts';
import { chunkDigests, Digester, type Digests } from './stored-file.ts';

const MEBIBYTE = 2 ** 20;
const DIGEST = 32;
const SMALLEST_PART = 8 * MEBIBYTE;
/** A store takes ten thousand. */
const MOST_PARTS = 9000;
/** Each holds its part twice: as it is read, and as it is written. */
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

/** What an earlier attempt has sent is not read again. The parts are asked for in order. */
export async function sendInParts(store: Bucket, sending: Sending): Promise<void> {
  const { key, size } = sending;
  const length = Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS / MEBIBYTE) * MEBIBYTE);
  const { uploadId, there } = await goOnOrBegin(store, sending);
  const tags: string[] = [];
  let next = 0;
  let sent = 0;
  const work = async (): Promise<void> => {
    while (next * length < size) {
      const number = (next += 1);
      const from = (number - 1) * length;
      const to = Math.min(from + length, size);
      const known = there.get(number);
      tags[number - 1] =
        known?.size === to - from
          ? known.tag
          : await store.putPart(key, uploadId, number, await sending.bytes(from, to));
      sent += to - from;
      sending.sent?.(sent);
    }
  };
  const orStop = (error: unknown): never => {
    next = Infinity;
    throw error;
  };
  try {
    // After a failure, too, a part that is under way is waited for: the next attempt would send it again.
    const ended = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, () => work().catch(orStop)),
    );
    const failed = ended.find((each) => each.status === 'rejected');
    if (failed) throw failed.reason;
    await store.joinParts(key, uploadId, tags);
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

/** A file of this machine, whose digests are known or made: in one piece, if it is not larger than one part. */
export async function sendFile(
  store: Bucket,
  key: string,
  path: string,
  { sent, ...known }: { digests?: Digests; sent?: (share: number) => void } = {},
): Promise<Digests> {
  const digests = known.digests ?? (await digestsOfFile(path));
  const { size } = digests;
  if (size <= SMALLEST_PART) {
    await store.putFile(key, path, digests);
    sent?.(1);
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
        const wanted = digests.chunkSha256!.subarray(first * DIGEST, behind * DIGEST);
        if ((await chunkDigests(buffer)).equals(wanted)) return buffer;
        throw new Error(`${path} changed while it was sent`);
      },
      sent: (bytes) => sent?.(bytes / size),
    });
    return digests;
  } finally {
    await file.close();
  }
}

export async function digestsOfFile(path: string): Promise<Digests> {
  return (await digesterOfFile(path)).digests();
}

/** For a file to which something is added. */
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
