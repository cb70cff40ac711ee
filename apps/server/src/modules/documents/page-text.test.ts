import { describe, expect, test } from 'vitest';
import { findWords, isBlank, pageSizes, textOf, wordsInBoxes, wordsInTsv } from './page-text.ts';

const box = (x: number, y: number, text: string) =>
  `<word xMin="${x}" yMin="${y}" xMax="${x + 61.2}" yMax="${y + 7.92}">${text}</word>`;
const PAPER = { width: 612, height: 792 };

describe('words of a digital page', () => {
  test('have positions in ten-thousandths of the page, and lines', () => {
    const printed = `<page width="612" height="792">${box(61.2, 79.2, 'Rent &amp;')}${box(183.6, 79.2, 'fees')}${box(61.2, 158.4, 'Total')}</page>`;
    const words = wordsInBoxes(printed, 7, new Map([[7, PAPER]])).get(7)!;
    expect(words[0]).toEqual([1000, 1000, 1000, 100, 'Rent &']);
    expect(textOf(words)).toBe('Rent & fees\nTotal');
  });

  test('are in one line with short words, which are higher than wide', () => {
    const words = [
      [1000, 1000, 900, 200, 'Notice'],
      [2000, 1000, 150, 200, 'to'],
      [2300, 1000, 900, 200, 'Larkspur'],
    ] as const;
    expect(textOf(words)).toBe('Notice to Larkspur');
  });

  test('are in one line also where lines run downwards', () => {
    const words = [
      [9000, 1000, 100, 400, 'Total'],
      [9000, 1500, 100, 500, 'income'],
      [8500, 1000, 100, 400, 'Rent'],
    ] as const;
    expect(textOf(words)).toBe('Total income\nRent');
  });

  test('are measured on the page as it is displayed: a rotated one is as wide as it was high', () => {
    const sizes = pageSizes('Page    1 size: 612 x 792 pts (Letter)\nPage    1 rot:  90\n');
    expect(sizes.get(1)).toEqual({ width: 792, height: 612 });
  });

  test('outside of the page, without text, or with control characters are left out or cleaned', () => {
    const printed = `<page >${box(700, 79.2, 'outside')}${box(61.2, 79.2, '\u0000')}${box(61.2, 79.2, 'a\u202eb')}`;
    const words = wordsInBoxes(printed, 1, new Map([[1, PAPER]])).get(1)!;
    expect(words.map(([, , , , text]) => text)).toEqual(['ab']);
  });

  test('are at most ten thousand on a page, however many a hostile file has', () => {
    const printed = `<page >${box(61.2, 79.2, 'x').repeat(20_000)}`;
    expect(wordsInBoxes(printed, 1, new Map([[1, PAPER]])).get(1)).toHaveLength(10_000);
  });
});

describe('words of a recognized page', () => {
  const tsv = (left: number, top: number, confidence = 95) =>
    `1\t1\t0\t0\t0\t0\t0\t0\t1000\t2000\t-1\t\n5\t1\t1\t1\t1\t1\t${left}\t${top}\t100\t40\t${confidence}\tRent`;

  test.each([
    [0, [1000, 1000, 1000, 200]],
    // After a clockwise rotation by 90 degrees, the left side is at the top.
    [90, [1000, 8000, 200, 1000]],
    [180, [8000, 8800, 1000, 200]],
    [270, [8800, 1000, 200, 1000]],
  ] as const)('are where they were before the page was turned by %i degrees', (turn, expected) => {
    expect(wordsInTsv(tsv(100, 200), turn).words).toEqual([[...expected, 'Rent']]);
  });

  test('are left out where Tesseract guessed', () => {
    expect(wordsInTsv(tsv(100, 200, 12), 0).words).toEqual([]);
  });
});

describe('a blank page', () => {
  const pgm = (...points: number[]) =>
    Buffer.concat([Buffer.from(`P5\n${points.length} 1\n255\n`), Buffer.from(points)]);
  test('has one shade', () => {
    expect(isBlank(pgm(255, 250, 255))).toBe(true);
    expect(isBlank(pgm(255, 20, 255))).toBe(false);
    expect(isBlank(Buffer.from('no picture'))).toBe(false);
  });
});

describe('finding words', () => {
  const words = ['Total', 'monthly', 'income', '$4,250.00'].map(
    (text, index) => [index, 0, 1, 1, text] as const,
  );
  test('finds parts of a word, and words that follow one another', () => {
    expect(findWords(words, '4,250')).toEqual([[3, 0, 1, 1]]);
    expect(findWords(words, 'MONTHLY inc')).toEqual([
      [1, 0, 1, 1],
      [2, 0, 1, 1],
    ]);
    expect(findWords(words, 'monthly total')).toEqual([]);
  });
});
