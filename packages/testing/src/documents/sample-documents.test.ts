import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { SAMPLE_KINDS, sampleKind } from './document-kinds.ts';
import { makeSample, type SampleForm } from './sample-documents.ts';

// Scans and photos are drawn pixel by pixel, and HEVC encodes slowly.
vi.setConfig({ testTimeout: 30_000 });

const FACTS = {
  entity: 'Larkspur Bakery LLC',
  address: '418 Orchard Street\nBend, OR 97702',
  year: 2025,
  month: 10,
};
const make = (key: string, form: SampleForm, seed = 5) =>
  makeSample({ kind: sampleKind(key), facts: FACTS, form, seed, maxPages: 2 });
const textOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString();

describe('a generated document', () => {
  test('is one of at least 60 kinds, each of which answers a request of the library', () => {
    const library = readFileSync(
      join(
        import.meta.dirname,
        '../../../../apps/server/src/modules/templates/library/needs-lists.tsv',
      ),
      'utf8',
    );
    const requests = new Set(library.split('\n').map((line) => line.split('\t')[0]));
    expect(SAMPLE_KINDS.length).toBeGreaterThanOrEqual(60);
    expect(SAMPLE_KINDS.filter(({ request }) => !requests.has(request))).toEqual([]);
    expect(new Set(SAMPLE_KINDS.map(({ key }) => key)).size).toBe(SAMPLE_KINDS.length);
  });

  test('is the same for the same seed, and another for another', () => {
    expect(make('1065', 'pdf').content).toEqual(make('1065', 'pdf').content);
    expect(make('1065', 'pdf', 6).content).not.toEqual(make('1065', 'pdf').content);
    expect(make('plan', 'docx').content).toEqual(make('plan', 'docx').content);
  });

  test('says whose it is, for when, and on each page that it is a sample', () => {
    const pages = textOf(make('1065', 'pdf').content).split('\f').slice(0, -1);
    expect(pages).toHaveLength(2);
    expect(pages[0]).toContain('Larkspur Bakery LLC');
    expect(pages[0]).toContain('calendar year 2025');
    for (const page of pages) expect(page).toContain('SAMPLE');
    expect(textOf(make('bank', 'pdf').content)).toContain('Oct 1 - Oct 31, 2025');
  });

  test('comes as scanner, phone and office program send it', () => {
    expect(make('debt', 'scan').content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(textOf(make('debt', 'scan').content).trim()).toBe('');
    expect(make('debt', 'photo').content.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(make('debt', 'xlsx').content.subarray(0, 2).toString()).toBe('PK');
  });

  test.runIf(existsSync('/usr/bin/heif-enc'))('and as an iPhone does', () => {
    expect(make('dl', 'heic').content.subarray(4, 12).toString()).toMatch(/^ftyp(heic|mif1)/);
  });
});
