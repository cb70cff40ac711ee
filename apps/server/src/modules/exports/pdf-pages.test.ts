/** Reads generated pages with a program that is not ours. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run, textOfPdf } from '@cairn/testing';
import { listPages } from './pdf-pages.ts';
import { stampPages } from './stamp-pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'pdf-pages-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Without the marks that pdftotext adds around right-to-left words. */
async function pagesOf(title: string, lines: readonly string[]): Promise<string[]> {
  const path = join(folder, 'list.pdf');
  writeFileSync(path, (await listPages(title, lines)).bytes);
  return textOfPdf(path)
    .replaceAll(/[\u202A-\u202E]/g, '')
    .split('\f')
    .slice(0, -1);
}

test.each([
  'Tax returns / Łódź “quoted” — 2024',
  'Nguyễn Thị Minh Khai',
  'Βιβλία / Книга учёта',
  '租赁合同 / 賃貸契約 / 임대차 계약서',
  'חוזה שכירות',
  'ხელშეკრულება',
])('a generated page shows %s', async (line) => {
  const [page] = await pagesOf('Not in this PDF', [line]);
  expect(page).toContain(line);
});

test('a character without a glyph becomes a replacement character', async () => {
  const [page] = await pagesOf('Not in this PDF', ['Lease 😀']);
  expect(page).toContain('Lease \uFFFD');
});

test('a long list takes several pages, each with the title, and a long line is wrapped', async () => {
  const lines = Array.from({ length: 80 }, (_, line) => `Line ${line}`);
  const pages = await pagesOf('Not in this PDF', [...lines, 'word '.repeat(60)]);
  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(page).toContain('Not in this PDF');
  for (const line of lines) expect(pages.join('')).toMatch(new RegExp(`^${line}$`, 'm'));
  expect(pages.join('').match(/\bword\b/g)).toHaveLength(60);
});

test('the same lines give the same bytes', async () => {
  expect(await listPages('Title', ['Łódź'])).toEqual(await listPages('Title', ['Łódź']));
});

test.each([
  { width: 36, height: 14 },
  { width: 3, height: 3 },
  { width: 9e5, height: 0.5 },
])('stamps are one for each page, also for one of $width x $height', async (size) => {
  const approval = { name: 'Łódź 租赁合同'.repeat(10), at: '2026-11-01T12:00:00Z' };
  const letter = { width: 612, height: 792 };
  const { bytes, pages } = await stampPages([size, letter], 'NG-2041', () => approval);
  expect(pages).toBe(2);
  const path = join(folder, 'stamps.pdf');
  writeFileSync(path, bytes);
  expect(run('qpdf', '--show-npages', path).trim()).toBe('2');
  const [, last] = textOfPdf(path).split('\f');
  expect(last).toMatch(/Page 2 of 2 .*NG-2041 .*Approved by Łódź 租赁合同/);
});
