/** Reads the parts of a small zip from a user into memory. Nothing in its headers is trusted. */
import { promisify } from 'node:util';
import { crc32, inflateRaw } from 'node:zlib';

const inflate = promisify(inflateRaw);

const END = 0x06054b50;
const END_LENGTH = 22;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL = 0x04034b50;
const LOCAL_LENGTH = 30;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 2_000;
const MAX_NAME_BYTES = 1_000;
const ENCRYPTED = 1;
const [STORED, DEFLATED] = [0, 8];

interface Limits {
  /** Limit for the total of all unpacked parts. */
  readonly maxBytes: number;
}

/** Undefined if it is not a zip, damaged, encrypted, larger than allowed, or of another size than its headers state. */
export async function readZip(
  zip: Buffer,
  { maxBytes }: Limits,
): Promise<Map<string, Buffer> | undefined> {
  try {
    const parts = new Map<string, Buffer>();
    let bytesLeft = maxBytes;
    for (const entry of entriesIn(zip)) {
      if (parts.has(entry.name)) return undefined;
      const content = await contentOf(zip, entry, bytesLeft);
      bytesLeft -= content.length;
      parts.set(entry.name, content);
    }
    return parts;
  } catch {
    return undefined;
  }
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly crc32: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

function endOf(zip: Buffer): number {
  const first = Math.max(0, zip.length - END_LENGTH - MAX_COMMENT);
  for (let at = zip.length - END_LENGTH; at >= first; at -= 1) {
    if (zip.readUInt32LE(at) === END) return at;
  }
  throw new Error('no zip');
}

function entriesIn(zip: Buffer): Entry[] {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new Error('too many entries');
  let at = zip.readUInt32LE(end + 16);
  let packedTotal = 0;
  return Array.from({ length: count }, () => {
    if (zip.readUInt32LE(at) !== ENTRY) throw new Error('no entry');
    if ((zip.readUInt16LE(at + 8) & ENCRYPTED) !== 0) throw new Error('encrypted');
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    if (name > MAX_NAME_BYTES) throw new Error('a long name');
    const entry: Entry = {
      name: zip.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + name),
      method: zip.readUInt16LE(at + 10),
      crc32: zip.readUInt32LE(at + 16),
      packed: zip.readUInt32LE(at + 20),
      size: zip.readUInt32LE(at + 24),
      at: zip.readUInt32LE(at + 42),
    };
    // Entries that share bytes would be read once for each entry.
    packedTotal += entry.packed;
    if (packedTotal > zip.length) throw new Error('entries overlap');
    at += ENTRY_LENGTH + name + extra + comment;
    return entry;
  });
}

async function contentOf(zip: Buffer, entry: Entry, maxBytes: number): Promise<Buffer> {
  if (entry.size > maxBytes) throw new Error('too large');
  const content = await unpack(zip, entry);
  if (content.length !== entry.size || crc32(content) !== entry.crc32) throw new Error('damaged');
  return content;
}

async function unpack(zip: Buffer, { method, packed, size, at }: Entry): Promise<Buffer> {
  if (zip.readUInt32LE(at) !== LOCAL) throw new Error('no local header');
  const from = at + LOCAL_LENGTH + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (from + packed > zip.length) throw new Error('cut short');
  const content = zip.subarray(from, from + packed);
  if (method === STORED) return content;
  if (method !== DEFLATED) throw new Error('another compression');
  return inflate(content, { maxOutputLength: Math.max(1, size) });
}
