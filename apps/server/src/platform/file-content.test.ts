import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { makeDocx } from '@cairn/testing';
import { afterAll, describe, expect, test } from 'vitest';
import { contentProblem, MAX_UNPACKED_BYTES, unpackingProblem } from './file-content.ts';
import { bufferEntry, bytesOf, lengthOf, zipLayout } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'cairn-content-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function storeFile(content: Buffer | string): string {
  const path = join(folder, 'file');
  writeFileSync(path, content);
  return path;
}
const problemOf = (name: string, content: Buffer | string) =>
  contentProblem(storeFile(content), name);

async function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const segments = zipLayout(
    Object.entries(parts).map(([path, text]) => bufferEntry(path, Buffer.from(text), new Date())),
  );
  return bytesOf(segments, 0, lengthOf(segments), () => Promise.reject(new Error('none')));
}

const PDF = '%PDF-1.7\n1 0 obj\n';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const JPG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');
const CFB = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
const HTML = '<!DOCTYPE html><script>alert(1)</script>';
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>';
const EXE = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)]);

describe('content that is what its name says', () => {
  test.each<[string, Buffer | string]>([
    ['return.pdf', PDF],
    ['scan.PDF', `\n\n${PDF}`],
    ['photo.png', PNG],
    ['photo.JPEG', JPG],
    ['old.doc', CFB],
    ['old.xls', CFB],
    ['letter.rtf', '{\\rtf1 hello}'],
    ['notes.txt', 'plain words, naïve ones too'],
    ['wide.csv', Buffer.from('\uFEFFa,b', 'utf16le')],
    ['sums.csv', 'a,b\n1,2\n'],
  ])('%s is taken', async (name, content) => {
    expect(await problemOf(name, content)).toBeUndefined();
  });

  test('a Word document is taken', async () => {
    expect(await problemOf('letter.docx', await makeDocx('Dear lender'))).toBeUndefined();
  });
});

describe('content that is something else', () => {
  test.each<[string, Buffer | string, string]>([
    ['return.pdf', HTML, 'TYPE_MISMATCH'],
    ['return.pdf', SVG, 'TYPE_MISMATCH'],
    ['return.pdf', EXE, 'TYPE_MISMATCH'],
    ['return.pdf', 'no header at all', 'TYPE_MISMATCH'],
    ['return.pdf', PNG, 'TYPE_MISMATCH'],
    ['return.pdf', `${HTML}${PDF}`, 'TYPE_MISMATCH'],
    ['photo.png', JPG, 'TYPE_MISMATCH'],
    ['photo.jpg', SVG, 'TYPE_MISMATCH'],
    ['photo.heic', PDF, 'TYPE_MISMATCH'],
    ['notes.txt', HTML, 'TYPE_MISMATCH'],
    ['notes.txt', ` \n${SVG}`, 'TYPE_MISMATCH'],
    ['notes.txt', EXE, 'TYPE_MISMATCH'],
    ['notes.csv', PDF, 'TYPE_MISMATCH'],
    ['letter.docx', CFB, 'TYPE_MISMATCH'],
    ['letter.docx', Buffer.concat([CFB, Buffer.from('EncryptedPackage', 'utf16le')]), 'ENCRYPTED'],
    ['sheet.xls', PDF, 'TYPE_MISMATCH'],
    ['payload.exe.', PDF, 'TYPE_NOT_ALLOWED'],
    ['disk.iso', PDF, 'TYPE_NOT_ALLOWED'],
    ['macro.docm', PDF, 'TYPE_NOT_ALLOWED'],
  ])('%s is blocked: %#', async (name, content, problem) => {
    expect(await problemOf(name, content)).toBe(problem);
  });

  test('a zip is no Office document, and one with macros is not taken', async () => {
    expect(await problemOf('a.docx', await zipOf({ 'a.txt': 'x' }))).toBe('TYPE_MISMATCH');
    const types =
      '<?xml version="1.0"?><Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
    const macros = { '[Content_Types].xml': types, 'word/vbaProject.bin': 'x' };
    expect(await problemOf('a.docx', await zipOf(macros))).toBe('TYPE_NOT_ALLOWED');
  });

  test('macros of Excel 4, of OpenDocument and of older Office are not taken', async () => {
    for (const path of [
      'xl/macrosheets/sheet1.xml',
      'Basic/Standard/Module1.xml',
      'Scripts/python/a.py',
    ]) {
      expect(await unpackingProblem(storeFile(await zipOf({ [path]: 'x' })))).toBe(
        'TYPE_NOT_ALLOWED',
      );
    }
    const harmless = { 'word/basic.xml': 'x', 'Configurations2/a.xml': 'x' };
    expect(await unpackingProblem(storeFile(await zipOf(harmless)))).toBeUndefined();
    const old = Buffer.concat([CFB, Buffer.from('_VBA_PROJECT', 'utf16le')]);
    expect(await problemOf('old.doc', old)).toBe('TYPE_NOT_ALLOWED');
    expect(await problemOf('old.xls', old)).toBe('TYPE_NOT_ALLOWED');
  });
});

/** A zip with one deflated entry, whose directory states `statedSize`. */
function bomb(unpacked: number, statedSize: number): Buffer {
  const name = Buffer.from('word/document.xml');
  const data = deflateRawSync(Buffer.alloc(unpacked));
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(20, 4);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(data.length, 18);
  local.writeUInt32LE(statedSize, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(20, 4);
  entry.writeUInt16LE(20, 6);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(data.length, 20);
  entry.writeUInt32LE(statedSize, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + data.length, 16);
  return Buffer.concat([local, name, data, entry, name, end]);
}

describe('an Office file that grows when it is unpacked', () => {
  test('is found by what its directory says', async () => {
    const path = storeFile(bomb(1000, MAX_UNPACKED_BYTES + 1));
    expect(await unpackingProblem(path)).toBe('TOO_COMPLEX');
  });
  test('is found where its directory lies', async () => {
    const path = storeFile(bomb(5_000_000, 1000));
    expect(await unpackingProblem(path)).toBe('TOO_COMPLEX');
  });
  test('is found by its size where its directory tells the truth', async () => {
    const path = storeFile(bomb(100_000, 100_000));
    expect(await unpackingProblem(path, 99_999)).toBe('TOO_COMPLEX');
    expect(await unpackingProblem(path, 100_000)).toBeUndefined();
  });
  test('is found by the number of its parts', async () => {
    const parts = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`${at}`, 'x']));
    expect(await unpackingProblem(storeFile(await zipOf(parts)))).toBe('TOO_COMPLEX');
  });
  test('is taken where it stays small', async () => {
    expect(await unpackingProblem(storeFile(bomb(100_000, 100_000)))).toBeUndefined();
  });
});
