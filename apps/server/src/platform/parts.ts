/** Large objects go to the store part by part: a part at a time in memory, and none of them twice. */
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ObjectStore } from './store.ts';

const SMALLEST_PART = 16 * 2 ** 20;
/** A store takes ten thousand. */
const MOST_PARTS = 9000;
const AT_ONCE = 4;

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

export async function sendInParts(store: ObjectStore, sending: Sending): Promise<void> {
  const { key, size } = sending;
  const length = Math.max(SMALLEST_PART, Math.ceil(size / MOST_PARTS));
  // Sent whole by an earlier attempt, which ended before it could say so.
  if (sending.uploadId !== undefined && (await store.sizeOf(key)) === size) return;
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
    await Promise.all(Array.from({ length: AT_ONCE }, () => work().catch(orStop)));
    await store.joinParts(key, uploadId, tags);
  } catch (error) {
    // Nobody kept its id, so nobody will go on with it.
    if (!sending.begun) await store.dropParts(key, uploadId).catch(() => {});
    throw error;
  }
}

async function goOnOrBegin(store: ObjectStore, { key, uploadId: earlier, begun }: Sending) {
  const there = earlier === undefined ? undefined : await store.partsOf(key, earlier);
  if (earlier !== undefined && there) return { uploadId: earlier, there };
  const uploadId = await store.beginParts(key);
  await begun?.(uploadId);
  return { uploadId, there: new Map<number, { tag: string; size: number }>() };
}

/** A file of this machine. Returns its size. */
export async function sendFile(
  store: ObjectStore,
  key: string,
  path: string,
  sent?: (share: number) => void,
): Promise<number> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    await sendInParts(store, {
      key,
      size,
      bytes: async (from, to) => {
        const length = to - from;
        return (await file.read(Buffer.alloc(length), 0, length, from)).buffer;
      },
      sent: (bytes) => sent?.(bytes / size),
    });
    return size;
  } finally {
    await file.close();
  }
}

export interface Sums {
  readonly size: number;
  readonly sha256: Buffer;
  readonly crc32: number;
}

export async function sumsOf(content: AsyncIterable<Buffer>): Promise<Sums> {
  const hash = createHash('sha256');
  let [sum, size] = [0, 0];
  for await (const chunk of content) {
    hash.update(chunk);
    sum = crc32(chunk, sum);
    size += chunk.length;
  }
  return { size, sha256: hash.digest(), crc32: sum };
}

export const sumsOfFile = (path: string): Promise<Sums> => sumsOf(createReadStream(path));
