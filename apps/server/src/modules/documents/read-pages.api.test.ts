/** Hostile PDFs in the real programs: they stay within their limits, and their output stays small. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pictureIn } from '../../platform/images.ts';
import { drawThumbnails, readText, recognizePage, SOURCE } from './read-pages.ts';

vi.setConfig({ testTimeout: 120_000 });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-reading-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a PDF without a cross-reference table; poppler rebuilds it as for a damaged file. */
function givePage(content: Buffer, { box = '0 0 612 792', filter = '' } = {}): void {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [${box}] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>`,
    `<< /Length ${content.length} ${filter} >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  const text = `%PDF-1.4\n${body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n`;
  writeFileSync(join(folder, SOURCE), Buffer.from(text, 'latin1'));
}

test('a page of two hundred by two hundred inches is drawn and read small', async () => {
  const line = 'BT /F1 900 Tf 800 7000 Td (Giant rent roll) Tj ET';
  givePage(Buffer.from(line), { box: '0 0 14400 14400' });
  const [picture] = await drawThumbnails(folder, 1);
  expect(pictureIn(picture!)).toMatchObject({ width: 320, height: 320 });
  const [page] = await readText(folder, 1, 1);
  expect(page).toMatchObject({ text: 'Giant rent roll', source: 'WAITING', width: 14_400 });
  // OCR of its 2,000-pixel picture finds no more than the text in the file.
  expect(await recognizePage(folder, 1, page!.words.length)).toBeNull();
});

test('a content stream that unpacks to a thousand times its size ends within the limits', async () => {
  const unpacked = Buffer.alloc(64 * 2 ** 20, '0 0 m\n');
  givePage(deflateSync(unpacked), { filter: '/Filter /FlateDecode' });
  const [page] = await readText(folder, 1, 1);
  expect(page).toMatchObject({ text: '', blank: true, source: 'NONE' });
});

test('pages that the file only claims to have are pages without text', async () => {
  givePage(Buffer.from('BT /F1 12 Tf 72 700 Td (One) Tj ET'));
  const pages = await readText(folder, 1, 3);
  expect(pages.map(({ text }) => text)).toEqual(['One', '', '']);
});
