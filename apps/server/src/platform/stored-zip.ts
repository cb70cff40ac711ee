/**
 * Serves a zip of files in the vault. It is checked against the digests that the scan made of its files, which are
 * known before a byte is read: each byte served is compared with the scan, not with the zip as it was assembled.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Bucket } from './object-storage.ts';
import { forEachConcurrently } from './limit-concurrency.ts';
import { CHUNK, chunkDigestsOf, chunkEnds, readChunks, type StoredFile } from './stored-file.ts';
import { WrongContentError, type Segment } from './zip.ts';

type Segments = readonly Segment<StoredFile>[];
type StoredSegment = Exclude<Segments[number], { bytes: Buffer }>;

/** Chunks per request to the store. */
const BLOCK_CHUNKS = 4;
const READ_AT_ONCE = 3;

/** The chunks of the whole zip: those of each file, and the headers between files. */
export function chunksOfZip(segments: Segments): { chunkSha256: Buffer; chunkLengths: number[] } {
  const digests: Buffer[] = [];
  const chunkLengths: number[] = [];
  let between: Buffer[] = [];
  const endBetween = (): void => {
    const bytes = Buffer.concat(between);
    between = [];
    for (let at = 0; at < bytes.length; at += CHUNK) {
      const chunk = bytes.subarray(at, at + CHUNK);
      digests.push(createHash('sha256').update(chunk).digest());
      chunkLengths.push(chunk.length);
    }
  };
  for (const segment of segments) {
    if ('bytes' in segment) {
      between.push(segment.bytes);
      continue;
    }
    endBetween();
    digests.push(chunkDigestsOf(segment.source));
    let start = 0;
    for (const end of chunkEnds(segment.source)) {
      chunkLengths.push(end - start);
      start = end;
    }
  }
  endBetween();
  return { chunkSha256: Buffer.concat(digests), chunkLengths };
}

/**
 * Reads the zip from `from` up to `to`, exclusive. For consecutive ranges every byte is read once: a chunk that two
 * ranges share is kept for the next.
 */
export function zipReader(
  vault: Bucket,
  segments: Segments,
): (from: number, to: number) => Promise<Buffer> {
  const reader = new ZipReader(vault, segments);
  let turn: Promise<unknown> = Promise.resolve();
  return (from, to) => {
    const reading = turn.then(() => reader.read(from, to));
    turn = reading.catch(() => {});
    return reading;
  };
}

/** The part of a file that belongs to a range of the zip. */
interface Piece {
  readonly segment: StoredSegment;
  /** Offset in the file. */
  readonly from: number;
  readonly place: Buffer;
}

class ZipReader {
  private readonly vault: Bucket;
  private readonly segments: Segments;
  /** The chunk in which the previous range ended. */
  private shared: { source: StoredFile; start: number; bytes: Buffer } | undefined;
  /** The CRC-32 of the part of this file that was read so far. */
  private sum: { segment: StoredSegment; at: number; crc: number } | undefined;

  constructor(vault: Bucket, segments: Segments) {
    this.vault = vault;
    this.segments = segments;
  }

  async read(from: number, to: number): Promise<Buffer> {
    const range = Buffer.allocUnsafeSlow(to - from);
    const pieces: Piece[] = [];
    let at = 0;
    for (const segment of this.segments) {
      const [start, end] = [Math.max(from, at), Math.min(to, at + segment.length)];
      if (start < end) {
        const place = range.subarray(start - from, end - from);
        if ('bytes' in segment) segment.bytes.copy(place, 0, start - at);
        else pieces.push({ segment, from: start - at, place });
      }
      at += segment.length;
      if (at >= to) break;
    }
    const { shared } = this;
    const loads = pieces.flatMap((piece) => this.loadsOf(piece, shared));
    await forEachConcurrently(loads, READ_AT_ONCE, (load) => load());
    for (const piece of pieces) this.checkSum(piece);
    return range;
  }

  /**
   * Whole chunks are read in place; a chunk that begins before or ends after the range is read into a separate
   * buffer.
   */
  private loadsOf(
    { segment: { source }, from, place }: Piece,
    shared: ZipReader['shared'],
  ): (() => Promise<void>)[] {
    const to = from + place.length;
    const ends = chunkEnds(source);
    const loads: (() => Promise<void>)[] = [];
    for (let next = ends.findIndex((end) => end > from); next < ends.length;) {
      const start = next === 0 ? 0 : ends[next - 1]!;
      if (start >= to) break;
      let behind = next + 1;
      if (start < from || ends[next]! > to) {
        const end = ends[next]!;
        loads.push(async () => {
          const isKnown = shared?.source === source && shared.start === start;
          const bytes = isKnown ? shared.bytes : Buffer.allocUnsafeSlow(end - start);
          if (!isKnown) await readChunks(this.vault, source, start, bytes);
          bytes.copy(place, Math.max(0, start - from), Math.max(0, from - start), to - start);
          if (end > to) this.shared = { source, start, bytes };
        });
      } else {
        while (behind < next + BLOCK_CHUNKS && behind < ends.length && ends[behind]! <= to) {
          behind += 1;
        }
        const block = place.subarray(start - from, ends[behind - 1]! - from);
        loads.push(() => readChunks(this.vault, source, start, block));
      }
      next = behind;
    }
    return loads;
  }

  /** Verifies the CRC-32 of a file that is read from beginning to end. */
  private checkSum({ segment, from, place }: Piece): void {
    const before = this.sum?.segment === segment && this.sum.at === from ? this.sum : undefined;
    if (from > 0 && !before) return;
    this.sum = { segment, at: from + place.length, crc: crc32(place, before?.crc) };
    if (this.sum.at === segment.length && this.sum.crc !== segment.crc32) {
      throw new WrongContentError();
    }
  }
}
