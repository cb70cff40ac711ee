/**
 * Writes a zip of stored (uncompressed) entries. Length and CRC-32 of each file are known since it was checked, so
 * the layout is known before a byte is read: any part of the zip can be produced by itself, repeatedly.
 */
import { crc32 } from 'node:zlib';

export interface ZipEntry<Source = never> {
  readonly path: string;
  readonly size: number;
  readonly crc32: number;
  readonly modified: Date;
  /** The content, or the source that it is read from. */
  readonly content: Buffer | Source;
}

export type Segment<Source> =
  | { readonly length: number; readonly bytes: Buffer }
  | { readonly length: number; readonly source: Source; readonly crc32: number };

const MAX_UINT16 = 0xffff;
const MAX_UINT32 = 0xffffffff;
/** Names are UTF-8. */
const FLAGS = 0x0800;

export function zipLayout<Source = never>(entries: readonly ZipEntry<Source>[]): Segment<Source>[] {
  const segments: Segment<Source>[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  const add = (segment: Segment<Source>): void => {
    if (segment.length > 0) segments.push(segment);
    at += segment.length;
  };
  for (const entry of entries) {
    directory.push(directoryEntry(entry, at));
    add(plain(localHeader(entry)));
    if (Buffer.isBuffer(entry.content)) add(plain(entry.content));
    else add({ length: entry.size, source: entry.content, crc32: entry.crc32 });
  }
  add(plain(endOf(Buffer.concat(directory), entries.length, at)));
  return segments;
}

const plain = (bytes: Buffer): Segment<never> => ({ length: bytes.length, bytes });

export const bufferEntry = (path: string, content: Buffer, modified: Date): ZipEntry => ({
  path,
  size: content.length,
  crc32: crc32(content),
  modified,
  content,
});

export const lengthOf = (segments: readonly Segment<unknown>[]): number =>
  segments.reduce((sum, { length }) => sum + length, 0);

/** A file has other content than its row states. */
export class WrongContentError extends Error {
  constructor() {
    super('a stored file is not what it was when it was checked');
  }
}

type ReadBytes<Source> = (source: Source, from: number, to: number) => Promise<Buffer>;

/** Yields the zip from `from` up to `to`, exclusive. Throws if a file has changed since it was checked. */
export async function bytesOf<Source>(
  segments: readonly Segment<Source>[],
  from: number,
  to: number,
  read: ReadBytes<Source>,
): Promise<Buffer> {
  const part = Buffer.allocUnsafe(to - from);
  let at = 0;
  for (const segment of segments) {
    const [start, end] = [Math.max(from, at), Math.min(to, at + segment.length)];
    if (start < end) {
      const piece =
        'bytes' in segment
          ? segment.bytes.subarray(start - at, end - at)
          : await read(segment.source, start - at, end - at);
      if (piece.length !== end - start) throw new Error('the store returned another length');
      const isWhole = piece.length === segment.length;
      if ('crc32' in segment && isWhole && crc32(piece) !== segment.crc32) {
        throw new WrongContentError();
      }
      piece.copy(part, start - from);
    }
    at += segment.length;
    if (at >= to) break;
  }
  return part;
}

/** Date and time in DOS format: a resolution of two seconds, from 1980. */
function dosTime(moment: Date): [time: number, date: number] {
  const year = Math.min(Math.max(moment.getUTCFullYear(), 1980), 2107);
  return [
    (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate(),
  ];
}

/** The ZIP64 values that do not fit into 32 bits, in the order of the format. */
function large(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + values.length * 8);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(values.length * 8, 2);
  values.forEach((value, index) => extra.writeBigUInt64LE(BigInt(value), 4 + index * 8));
  return extra;
}

function localHeader({ path, size, crc32: sum, modified }: ZipEntry<unknown>): Buffer {
  const name = Buffer.from(path, 'utf8');
  const isLarge = size >= MAX_UINT32;
  const extra = isLarge ? large([size, size]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  const [time, date] = dosTime(modified);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isLarge ? 45 : 20, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(time, 10);
  header.writeUInt16LE(date, 12);
  header.writeUInt32LE(sum, 14);
  header.writeUInt32LE(isLarge ? MAX_UINT32 : size, 18);
  header.writeUInt32LE(isLarge ? MAX_UINT32 : size, 22);
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

function directoryEntry(
  { path, size, crc32: sum, modified }: ZipEntry<unknown>,
  offset: number,
): Buffer {
  const name = Buffer.from(path, 'utf8');
  const beyond = [
    ...(size >= MAX_UINT32 ? [size, size] : []),
    ...(offset >= MAX_UINT32 ? [offset] : []),
  ];
  const extra = beyond.length > 0 ? large(beyond) : Buffer.alloc(0);
  const header = Buffer.alloc(46);
  const [time, date] = dosTime(modified);
  header.writeUInt32LE(0x02014b50, 0);
  header.writeUInt16LE(45, 4);
  header.writeUInt16LE(beyond.length > 0 ? 45 : 20, 6);
  header.writeUInt16LE(FLAGS, 8);
  header.writeUInt16LE(time, 12);
  header.writeUInt16LE(date, 14);
  header.writeUInt32LE(sum, 16);
  header.writeUInt32LE(Math.min(size, MAX_UINT32), 20);
  header.writeUInt32LE(Math.min(size, MAX_UINT32), 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(Math.min(offset, MAX_UINT32), 42);
  return Buffer.concat([header, name, extra]);
}

function endOf(directory: Buffer, count: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 8);
  end.writeUInt16LE(Math.min(count, MAX_UINT16), 10);
  end.writeUInt32LE(Math.min(directory.length, MAX_UINT32), 12);
  end.writeUInt32LE(Math.min(at, MAX_UINT32), 16);
  const isLarge = count >= MAX_UINT16 || at >= MAX_UINT32 || directory.length >= MAX_UINT32;
  if (!isLarge) return Buffer.concat([directory, end]);
  const record = Buffer.alloc(56);
  record.writeUInt32LE(0x06064b50, 0);
  record.writeBigUInt64LE(44n, 4);
  record.writeUInt16LE(45, 12);
  record.writeUInt16LE(45, 14);
  record.writeBigUInt64LE(BigInt(count), 24);
  record.writeBigUInt64LE(BigInt(count), 32);
  record.writeBigUInt64LE(BigInt(directory.length), 40);
  record.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(0x07064b50, 0);
  locator.writeBigUInt64LE(BigInt(at + directory.length), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([directory, record, locator, end]);
}
