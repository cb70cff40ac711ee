import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Bucket } from './object-storage.ts';
import { digestsOf, IntegrityError, readStoredBytes, type StoredFile } from './stored-file.ts';
import { chunksOfZip, zipReader } from './stored-zip.ts';
import { bufferEntry, bytesOf, lengthOf, WrongContentError, zipLayout } from './zip.ts';

const MEBIBYTE = 2 ** 20;
const AT = new Date('2026-03-04T05:06:08Z');

/** In-memory objects that count how many bytes of each were read. */
class MemoryVault {
  readonly objects = new Map<string, Buffer>();
  readonly read = new Map<string, number>();

  readInto(key: string, from: number, into: Buffer): Promise<number> {
    const length = this.objects.get(key)!.copy(into, 0, from);
    this.read.set(key, (this.read.get(key) ?? 0) + length);
    return Promise.resolve(length);
  }

  get asBucket(): Bucket {
    return this as unknown as Bucket;
  }
}

/** Files of odd lengths (by default three, one shorter than a chunk), their rows, and the expected zip. */
async function makeZip(sizes = [5 * MEBIBYTE + 7, 1000, 3 * MEBIBYTE]) {
  const vault = new MemoryVault();
  const files: { file: StoredFile; crc32: number }[] = [];
  for (const [index, size] of sizes.entries()) {
    const content = randomBytes(size);
    const key = `file-${index}`;
    vault.objects.set(key, content);
    const { sha256, chunkSha256, crc32 } = await digestsOf(Readable.from([content]));
    files.push({ file: { key, size, sha256, chunkSha256 }, crc32 });
  }
  const segments = zipLayout<StoredFile>([
    ...files.map(({ file, crc32 }) => ({
      path: `${file.key}.bin`,
      size: file.size,
      crc32,
      modified: AT,
      content: file,
    })),
    bufferEntry('manifest.json', Buffer.from('{}'), AT),
  ]);
  const size = lengthOf(segments);
  const whole = await bytesOf(segments, 0, size, async ({ key }, from, to) =>
    vault.objects.get(key)!.subarray(from, to),
  );
  return { vault, files, segments, size, whole };
}

async function readInParts(read: ReturnType<typeof zipReader>, size: number, length: number) {
  const parts: Promise<Buffer>[] = [];
  for (let at = 0; at < size; at += length) parts.push(read(at, Math.min(at + length, size)));
  return Buffer.concat(await Promise.all(parts));
}

test.each([MEBIBYTE / 2, 2 * MEBIBYTE, 8 * MEBIBYTE])(
  'in parts of %i bytes it is the same, and every byte is read once',
  async (length) => {
    const { vault, files, segments, size, whole } = await makeZip();
    const bytes = await readInParts(zipReader(vault.asBucket, segments), size, length);
    expect(bytes.equals(whole)).toBe(true);
    for (const { file } of files) expect(vault.read.get(file.key), file.key).toBe(file.size);
  },
);

test('a part that does not follow the one before is read from its own beginning', async () => {
  const { vault, segments, size, whole } = await makeZip();
  const read = zipReader(vault.asBucket, segments);
  for (const [from, to] of [
    [6 * MEBIBYTE, size],
    [3 * MEBIBYTE + 5, 4 * MEBIBYTE],
    [100, 2 * MEBIBYTE],
  ] as const) {
    expect((await read(from, to)).equals(whole.subarray(from, to))).toBe(true);
  }
});

test('its chunks are those of its files, and any range of it is checked by them; an empty file has none', async () => {
  const { vault, files, segments, size, whole } = await makeZip([
    5 * MEBIBYTE + 7,
    0,
    1000,
    3 * MEBIBYTE,
  ]);
  const { chunkSha256, chunkLengths } = chunksOfZip(segments);
  expect(chunkLengths.reduce((sum, length) => sum + length, 0)).toBe(size);
  let at = 0;
  for (const [index, length] of chunkLengths.entries()) {
    const digest = createHash('sha256').update(whole.subarray(at, (at += length)));
    expect(chunkSha256.subarray(index * 32, index * 32 + 32)).toEqual(digest.digest());
  }
  expect(chunkSha256.includes(files[0]!.file.chunkSha256!)).toBe(true);

  vault.objects.set('zip', Buffer.from(whole));
  const zip = { key: 'zip', size, sha256: Buffer.alloc(32), chunkSha256, chunkLengths };
  for (const [from, to] of [
    [0, size],
    [1, 2],
    [5 * MEBIBYTE, 6 * MEBIBYTE + 3],
    [size - 1, size],
  ] as const) {
    const slice = await readStoredBytes(vault.asBucket, zip, from, to);
    expect(slice.equals(whole.subarray(from, to))).toBe(true);
  }
  // Offsets in a header, in a file, and in the directory at the end.
  for (const place of [3, 2 * MEBIBYTE, size - 30]) {
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
    vault.objects.set('zip', changed);
    const reading = readStoredBytes(vault.asBucket, zip, place, place + 1);
    await expect(reading, `at ${place}`).rejects.toThrow(IntegrityError);
  }
  vault.objects.set('zip', whole.subarray(0, size - 1));
  await expect(readStoredBytes(vault.asBucket, zip, size - 2, size)).rejects.toThrow(
    IntegrityError,
  );
});

test('one bit of a file that is no longer as it was scanned ends it, wherever it is', async () => {
  for (const place of [0, 4 * MEBIBYTE + 1, 5 * MEBIBYTE + 6]) {
    const { vault, segments, size } = await makeZip();
    const content = vault.objects.get('file-0')!;
    content.writeUInt8(content.readUInt8(place) ^ 4, place);
    const reading = readInParts(zipReader(vault.asBucket, segments), size, 2 * MEBIBYTE);
    await expect(reading, `at ${place}`).rejects.toThrow(IntegrityError);
  }
});

test('a CRC-32 that is not that of the bytes ends it', async () => {
  const { vault, segments, size } = await makeZip();
  const wrong = segments.map((each) => ('crc32' in each ? { ...each, crc32: 1 } : each));
  const reading = readInParts(zipReader(vault.asBucket, wrong), size, 2 * MEBIBYTE);
  await expect(reading).rejects.toThrow(WrongContentError);
});

test('a large file without known chunks is not packed', async () => {
  const { segments } = await makeZip();
  const unknown = segments.map((each) =>
    'source' in each ? { ...each, source: { ...each.source, chunkSha256: null } } : each,
  );
  expect(() => chunksOfZip(unknown)).toThrow(IntegrityError);
});
