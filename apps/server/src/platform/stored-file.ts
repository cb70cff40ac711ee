/**
 * A file in the vault, and its digests: no byte of it leaves before it was compared with what was scanned.
 * Besides the SHA-256 of the whole, the SHA-256 of each MiB is kept, so that any range can be checked alone and
 * nothing wrong is sent while the rest is still to be read.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Bucket } from './object-storage.ts';
import { sha256Of } from './sha256.ts';

const CHUNK = 2 ** 20;
const DIGEST = 32;
/** Read with one request: a multiple of the chunk. */
const BLOCK = 8 * CHUNK;

export interface Digests {
  readonly size: number;
  readonly sha256: Buffer;
  readonly crc32: number;
  /** One after the other. Null up to one MiB: then it is the SHA-256 of the whole. */
  readonly chunkSha256: Buffer | null;
}

export interface StoredFile {
  readonly key: string;
  readonly size: number;
  readonly sha256: Buffer;
  readonly chunkSha256: Buffer | null;
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

/** The SHA-256 of each MiB; for a part of a file that begins at such a boundary. */
export async function chunkDigests(bytes: Buffer): Promise<Buffer> {
  const digests: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) {
    // One after the other: the pool's thread gets a copy.
    digests.push(await sha256Of(bytes.subarray(at, at + CHUNK)));
  }
  return Buffer.concat(digests);
}

/** Checked bytes from `from` up to, not with, `to`, a block at a time. */
export async function* readStored(
  vault: Bucket,
  file: StoredFile,
  from = 0,
  to = file.size,
): AsyncGenerator<Buffer> {
  const end = Math.min(file.size, Math.ceil(to / CHUNK) * CHUNK);
  const blockAt = (at: number): Promise<Buffer> => {
    const block = checkedBlock(vault, file, at, Math.min(at + BLOCK, end));
    // Read ahead: a reader that stops early does not wait for it.
    block.catch(() => {});
    return block;
  };
  let at = Math.floor(from / CHUNK) * CHUNK;
  let ahead: Promise<Buffer> | undefined = at < end ? blockAt(at) : undefined;
  while (ahead) {
    const block = await ahead;
    const next = at + block.length;
    ahead = next < end ? blockAt(next) : undefined;
    yield block.subarray(Math.max(0, from - at), Math.min(block.length, to - at));
    at = next;
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

/** Read once more before it counts as damaged: the network may have been at fault. */
async function checkedBlock(
  vault: Bucket,
  file: StoredFile,
  from: number,
  to: number,
): Promise<Buffer> {
  for (const isLast of [false, true]) {
    const block = await vault.readBytes(file.key, from, to).catch((error: unknown) => {
      // The object ends before `from`.
      if ((error as Error).name === 'InvalidRange') return Buffer.alloc(0);
      throw error;
    });
    if (await isAsScanned(file, from, to, block)) return block;
    if (isLast) break;
  }
  throw new IntegrityError(file.key);
}

async function isAsScanned(
  file: StoredFile,
  from: number,
  to: number,
  block: Buffer,
): Promise<boolean> {
  if (block.length !== to - from) return false;
  const wanted =
    file.chunkSha256?.subarray(
      (from / CHUNK) * DIGEST,
      (from / CHUNK + Math.ceil(block.length / CHUNK)) * DIGEST,
    ) ?? (file.size <= CHUNK ? file.sha256 : undefined);
  return wanted !== undefined && (await chunkDigests(block)).equals(wanted);
}

const CHECK_AGAIN_MS = 500;

/**
 * The same bytes for as long as the reader may have them: access is checked again while they are sent, so that a removal
 * ends a running download. The first block is read before this returns: a file damaged from the start is
 * refused instead of cut off.
 */
export async function startReading(
  blocks: AsyncGenerator<Buffer>,
  options: { stillAllowed(): Promise<unknown>; failed(error: unknown): Promise<void> },
): Promise<Readable> {
  const guarded = (async function* (): AsyncGenerator<Buffer> {
    let checked = Date.now();
    try {
      for await (const block of blocks) {
        // In small pieces: a slow reader is asked about while the block lasts.
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
