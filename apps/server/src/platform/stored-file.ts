/**
 * Reads a file in the vault with its digests: no byte is sent before it was compared with what was scanned. Besides
 * the SHA-256 of the whole, the SHA-256 of each MiB is stored, so that any range can be checked by itself and no
 * wrong byte is sent while the rest is still to be read.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Bucket } from './object-storage.ts';
import { sha256Of } from './sha256.ts';

export const CHUNK = 2 ** 20;
const DIGEST = 32;
/** Below this size, passing the bytes to another thread takes longer than hashing them. */
const SMALL = 2 ** 16;
/** Bytes per request to the store; a multiple of the chunk. */
const BLOCK = 8 * CHUNK;

export interface Digests {
  readonly size: number;
  readonly sha256: Buffer;
  readonly crc32: number;
  /** Digests of the chunks, concatenated. Null up to one MiB, where it is the SHA-256 of the whole. */
  readonly chunkSha256: Buffer | null;
}

export interface StoredFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly chunkSha256: Buffer | null;
  /** Lengths of the chunks of `chunkSha256`; null if each is a MiB, up to the last. None is longer. */
  readonly chunkLengths?: readonly number[] | null;
}

/** The vault holds other bytes than those that were scanned. */
export class IntegrityError extends Error {
  readonly key: string;
  constructor(key: string) {
    super(`the stored object ${key} is not what was scanned`);
    this.key = key;
  }
}

export class Digester {
  private readonly whole = createHash('sha256');
  private chunk = createHash('sha256');
  private inChunk = 0;
  private readonly chunks: Buffer[] = [];
  private crc = 0;
  size = 0;

  update(bytes: Buffer): void {
    this.whole.update(bytes);
    this.crc = crc32(bytes, this.crc);
    this.size += bytes.length;
    for (let at = 0; at < bytes.length;) {
      const piece = bytes.subarray(at, at + CHUNK - this.inChunk);
      this.chunk.update(piece);
      this.inChunk += piece.length;
      at += piece.length;
      if (this.inChunk === CHUNK) this.endChunk();
    }
  }

  private endChunk(): void {
    this.chunks.push(this.chunk.digest());
    this.chunk = createHash('sha256');
    this.inChunk = 0;
  }

  /** The digest of the bytes so far; more may follow. */
  sha256(): Buffer {
    return this.whole.copy().digest();
  }

  digests(): Digests {
    if (this.inChunk > 0) this.endChunk();
    return {
      size: this.size,
      sha256: this.whole.digest(),
      crc32: this.crc,
      chunkSha256: this.size > CHUNK ? Buffer.concat(this.chunks) : null,
    };
  }
}

export async function digestsOf(content: AsyncIterable<Buffer>): Promise<Digests> {
  const digester = new Digester();
  for await (const bytes of content) digester.update(bytes);
  return digester.digests();
}

/** The SHA-256 of each MiB, for a part of a file that begins at such a boundary. */
export function chunkDigests(bytes: Buffer): Promise<Buffer> {
  const count = Math.ceil(bytes.length / CHUNK);
  return digestsIn(
    bytes,
    0,
    Array.from({ length: count }, (_, index) => Math.min(bytes.length, (index + 1) * CHUNK)),
  );
}

const digestOf = async (chunk: Buffer): Promise<Buffer> =>
  chunk.length < SMALL ? createHash('sha256').update(chunk).digest() : sha256Of(chunk);

/** Where the chunks of a file end. */
export function chunkEnds({ size, chunkLengths }: StoredFile): readonly number[] {
  if (chunkLengths) {
    let end = 0;
    return chunkLengths.map((length) => (end += length));
  }
  const count = Math.ceil(size / CHUNK);
  return Array.from({ length: count }, (_, index) => Math.min(size, (index + 1) * CHUNK));
}

/** The SHA-256 of each chunk, one after the other. */
export function chunkDigestsOf({ key, size, sha256, chunkSha256 }: StoredFile): Buffer {
  const digests = chunkSha256 ?? (size <= CHUNK ? sha256 : undefined);
  // Without chunk digests no byte can be checked before the rest is read.
  if (!digests) throw new IntegrityError(key);
  return digests;
}

/** Yields checked bytes from `from` up to `to`, exclusive, a block at a time. */
export async function* readStored(
  vault: Bucket,
  file: StoredFile,
  from = 0,
  to = file.size,
): AsyncGenerator<Buffer> {
  const ends = chunkEnds(file);
  const startOf = (chunk: number): number => (chunk === 0 ? 0 : ends[chunk - 1]!);
  /** The first chunk after the block that begins at `first`. */
  const behindBlock = (first: number): number => {
    let behind = first + 1;
    const isIn = (chunk: number) => chunk < ends.length && startOf(chunk) < to;
    while (isIn(behind) && ends[behind]! - startOf(first) <= BLOCK) behind += 1;
    return behind;
  };
  const blockAt = (first: number) => {
    if (first < 0 || first >= ends.length || startOf(first) >= to) return undefined;
    const [start, behind] = [startOf(first), behindBlock(first)];
    const into = Buffer.allocUnsafeSlow(startOf(behind) - start);
    const read = readChunks(vault, file, start, into);
    // Read ahead: a reader that stops early does not wait for it.
    read.catch(() => {});
    return { start, behind, into, read };
  };
  let block = blockAt(ends.findIndex((end) => end > from));
  while (block) {
    const { start, behind, into, read } = block;
    await read;
    block = blockAt(behind);
    yield into.subarray(Math.max(0, from - start), Math.min(into.length, to - start));
  }
}

export async function readStoredBytes(
  vault: Bucket,
  file: StoredFile,
  from = 0,
  to = file.size,
): Promise<Buffer> {
  const blocks: Buffer[] = [];
  for await (const block of readStored(vault, file, from, to)) blocks.push(block);
  return blocks.length === 1 ? blocks[0]! : Buffer.concat(blocks);
}

/**
 * Fills `into` with checked chunks; the first begins at `from`, and `into` ends where a chunk ends. A mismatch is
 * read once more before the file counts as damaged, because the network may have been at fault.
 */
export async function readChunks(
  vault: Bucket,
  file: StoredFile,
  from: number,
  into: Buffer,
): Promise<void> {
  const to = from + into.length;
  const ends = chunkEnds(file);
  const first = from === 0 ? 0 : ends.indexOf(from) + 1;
  const behind = ends.indexOf(to) + 1;
  const expectedDigests = chunkDigestsOf(file).subarray(first * DIGEST, behind * DIGEST);
  for (const isLast of [false, true]) {
    const length = await vault.readInto(file.key, from, into).catch((error: unknown) => {
      // The object ends before `from`.
      if ((error as Error).name === 'InvalidRange') return 0;
      throw error;
    });
    const isWhole = length === into.length;
    if (isWhole && (await digestsIn(into, from, ends.slice(first, behind))).equals(expectedDigests))
      return;
    if (isLast) break;
  }
  throw new IntegrityError(file.key);
}

async function digestsIn(block: Buffer, from: number, ends: readonly number[]): Promise<Buffer> {
  const digests: Buffer[] = [];
  let at = 0;
  for (const end of ends) {
    // One at a time, because each hash copies its block to the pool's thread.
    digests.push(await digestOf(block.subarray(at, end - from)));
    at = end - from;
  }
  return Buffer.concat(digests);
}

const CHECK_AGAIN_MS = 500;

/**
 * Streams checked bytes for as long as the reader has access: access is checked again while they are sent, so that
 * revoking it ends a running download. The first block is read before this returns, so that a file damaged at the
 * start is refused instead of cut off.
 */
export async function startReading(
  blocks: AsyncGenerator<Buffer>,
  options: { stillAllowed(): Promise<unknown>; failed(error: unknown): Promise<void> },
): Promise<Readable> {
  const guarded = (async function* (): AsyncGenerator<Buffer> {
    let checked = Date.now();
    try {
      for await (const block of blocks) {
        // In small pieces, so that the access of a slow reader is checked within a block.
        for (let at = 0; at < block.length; at += PIECE) {
          if (Date.now() - checked > CHECK_AGAIN_MS) {
            await options.stillAllowed();
            checked = Date.now();
          }
          yield block.subarray(at, at + PIECE);
        }
      }
    } catch (error) {
      await options.failed(error);
      throw error;
    }
  })();
  const first = await guarded.next();
  return Readable.from(
    (async function* () {
      if (first.done) return;
      yield first.value;
      yield* guarded;
    })(),
    { objectMode: false, highWaterMark: PIECE },
  );
}
const PIECE = 64 * 1024;
