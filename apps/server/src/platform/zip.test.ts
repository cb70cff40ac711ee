import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bufferEntry, bytesOf, lengthOf, zipLayout, type Segment } from './zip.ts';

const AT = new Date('2026-03-04T05:06:08Z');

/** What another program lists in the zip; the content of stored files is left as a hole. */
function listEntries(
  segments: readonly Segment<string>[],
): [name: string, size: number, offset: number][] {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-zip-'));
  try {
    const path = join(folder, 'test.zip');
    const file = openSync(path, 'w');
    ftruncateSync(file, lengthOf(segments));
    let at = 0;
    for (const segment of segments) {
      if ('bytes' in segment) writeSync(file, segment.bytes, 0, segment.length, at);
      at += segment.length;
    }
    closeSync(file);
    const script = `import zipfile,sys,json
print(json.dumps([[i.filename,i.file_size,i.header_offset] for i in zipfile.ZipFile(sys.argv[1]).infolist()]))`;
    const output = execFileSync('python3', ['-c', script, path], { maxBuffer: 2 ** 26 });
    return JSON.parse(output.toString()) as [string, number, number][];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const storedEntry = (path: string, size: number) => ({
  path,
  size,
  crc32: 0,
  modified: AT,
  content: `object of ${path}`,
});

test('a file of more than 4 GB, and what lies behind it, are found', () => {
  const large = 5 * 2 ** 30;
  const entries = listEntries(
    zipLayout([storedEntry('large.bin', large), storedEntry('Résumé.pdf', 10)]),
  );
  expect(entries).toEqual([
    ['large.bin', large, 0],
    ['Résumé.pdf', 10, large + 30 + 9 + 20],
  ]);
});

test('more than 65,535 files are found', () => {
  const entries = listEntries(
    zipLayout(Array.from({ length: 65_540 }, (_, index) => storedEntry(`${index}`, 0))),
  );
  expect(entries).toHaveLength(65_540);
  expect(entries.at(-1)![0]).toBe('65539');
});

test('any range of the archive is the same, for every request and in any order', async () => {
  const objects: Record<string, Buffer> = {};
  const entries = [1, 100, 0, 37].map((size, index) => {
    const entry = bufferEntry(`${index}.txt`, Buffer.alloc(size, `${index}`), AT);
    objects[entry.path] = entry.content;
    return { ...entry, content: entry.path };
  });
  const read = async (key: string, from: number, to: number) => objects[key]!.subarray(from, to);
  const segments = zipLayout(entries);
  const length = lengthOf(segments);
  const whole = await bytesOf(segments, 0, length, read);
  for (let from = 0; from < length; from += 13) {
    const to = Math.min(from + 13, length);
    expect(await bytesOf(segments, from, to, read)).toEqual(whole.subarray(from, to));
  }
});

test('a stored file that is no longer what was checked is noticed', async () => {
  const entry = bufferEntry('a.txt', Buffer.from('as it was checked'), AT);
  const segments = zipLayout([{ ...entry, content: 'a' }]);
  const other = async () => Buffer.from('as it was chanced');
  await expect(bytesOf(segments, 0, lengthOf(segments), other)).rejects.toThrow('not what it was');
});
