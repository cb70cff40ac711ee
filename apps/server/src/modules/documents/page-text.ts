/**
 * Parses words and their positions from the output of pdftotext and Tesseract. Positions are in ten-thousandths of
 * the page.
 */
import { unescapeXml } from '../../platform/plain-xml.ts';

export type Box = readonly [left: number, top: number, width: number, height: number];
export type Word = readonly [...Box, text: string];

export interface PageContent {
  readonly page: number;
  /** Size of the page as displayed, in points. */
  readonly width: number;
  readonly height: number;
  readonly source: 'TEXT' | 'OCR' | 'NONE' | 'WAITING';
  readonly blank: boolean;
  readonly text: string;
  readonly words: readonly Word[];
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** A dense page has 1,200 words; a page with more was made to exhaust the memory or the index. */
const MAX_WORDS = 10_000;
const MAX_WORD_LENGTH = 200;
/** A dense page has 8,000 characters. Postgres indexes at most a megabyte, and a search reads many pages. */
const MAX_CHARACTERS = 50_000;
const UNIT = 10_000;

/** Removes control characters and lone surrogates, which Postgres cannot store or people cannot read. */
const clean = (text: string): string =>
  text.toWellFormed().replaceAll(/\p{C}/gu, '').trim().slice(0, MAX_WORD_LENGTH);

const unit = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * UNIT);

/** A box on the page; undefined if it is outside of the page. */
function boxOf(left: number, top: number, right: number, bottom: number): Box | undefined {
  const [x, y] = [unit(left), unit(top)];
  const [width, height] = [unit(right) - x, unit(bottom) - y];
  return width > 0 && height > 0 ? [x, y, width, height] : undefined;
}

/** Parses "Page    1 size: 612 x 792 pts" and "Page    1 rot:  90" in the output of `pdfinfo -f -l`. */
export function pageSizes(output: string): Map<number, PageSize> {
  const turns = new Map<number, number>();
  for (const [, page, degrees] of output.matchAll(/^Page\s+(\d+) rot:\s+(\d+)/gm)) {
    turns.set(Number(page), Number(degrees));
  }
  const sizes = new Map<number, PageSize>();
  for (const [, page, width, height] of output.matchAll(
    /^Page\s+(\d+) size:\s+([\d.]+) x ([\d.]+)/gm,
  )) {
    const size = { width: Number(width), height: Number(height) };
    if (!(size.width > 0 && size.height > 0)) continue;
    const isTurned = (turns.get(Number(page)) ?? 0) % 180 === 90;
    sizes.set(Number(page), isTurned ? { width: size.height, height: size.width } : size);
  }
  return sizes;
}

const WORD =
  /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)<\/word>/g;

/** The words of each page in the output of `pdftotext -bbox`, whose own page sizes ignore a page's rotation. */
export function wordsInBoxes(output: string, first: number, sizes: ReadonlyMap<number, PageSize>) {
  const pages = new Map<number, Word[]>();
  for (const [index, page] of output.split('<page ').slice(1).entries()) {
    const size = sizes.get(first + index);
    if (!size) continue;
    const words: Word[] = [];
    let characters = 0;
    for (const [, left, top, right, bottom, text] of page.matchAll(WORD)) {
      const box = boxOf(
        Number(left) / size.width,
        Number(top) / size.height,
        Number(right) / size.width,
        Number(bottom) / size.height,
      );
      const word = clean(unescapeXml(text!));
      if (!box || word === '') continue;
      characters += word.length + 1;
      if (characters > MAX_CHARACTERS || words.length === MAX_WORDS) break;
      words.push([...box, word]);
    }
    pages.set(first + index, words);
  }
  return pages;
}

/** Clockwise rotation in degrees that was applied to a picture before OCR. */
export type Turn = 0 | 90 | 180 | 270;
export const isTurn = (degrees: number): degrees is Turn => [0, 90, 180, 270].includes(degrees);

const LEAST_CONFIDENCE = 30;

export interface Recognized {
  readonly words: Word[];
  /** Average confidence of the words, 0 to 100. */
  readonly confidence: number;
}

/** The words in Tesseract's TSV, positioned on the page before it was rotated. */
export function wordsInTsv(output: string, turn: Turn): Recognized {
  const words: Word[] = [];
  let [width, height, sum, characters] = [0, 0, 0, 0];
  for (const line of output.split('\n')) {
    const [level, , , , , , ...rest] = line.split('\t');
    const [left, top, wide, high, confidence] = rest.map(Number) as [
      ...[number, number, number, number, number],
    ];
    if (level === '1') [width, height] = [wide, high];
    const text = clean(rest[5] ?? '');
    if (level !== '5' || text === '' || !(confidence >= LEAST_CONFIDENCE)) continue;
    const box = turnedBack(turn, left / width, top / height, wide / width, high / height);
    if (!box) continue;
    characters += text.length + 1;
    if (characters > MAX_CHARACTERS || words.length === MAX_WORDS) break;
    words.push([...box, text]);
    sum += confidence;
  }
  return { words, confidence: words.length === 0 ? 0 : sum / words.length };
}

function turnedBack(turn: Turn, x: number, y: number, w: number, h: number): Box | undefined {
  switch (turn) {
    case 0:
      return boxOf(x, y, x + w, y + h);
    case 90:
      return boxOf(y, 1 - x - w, y + h, 1 - x);
    case 180:
      return boxOf(1 - x - w, 1 - y - h, 1 - x, 1 - y);
    case 270:
      return boxOf(1 - y - h, x, 1 - y, x + w);
  }
}

/** The words in order, with a line break wherever the next word is not beside the previous one. */
export function textOf(words: readonly Word[]): string {
  const axis = isSideways(words) ? 0 : 1;
  let text = '';
  let before: Word | undefined;
  for (const word of words) {
    if (before) text += areLevel(before, word, axis) ? ' ' : '\n';
    text += word[4];
    before = word;
  }
  return text;
}

/**
 * True if lines run up or down, as in a page photographed sideways. Short words are ignored, because they can be
 * higher than wide on any page.
 */
function isSideways(words: readonly Word[]): boolean {
  const long = words.filter(([, , , , text]) => text.length > 3);
  return long.filter(([, , width, height]) => height > width).length * 2 > long.length;
}

/** `axis`: 0 for left and width, 1 for top and height. */
function areLevel(one: Word, other: Word, axis: 0 | 1): boolean {
  const size = axis === 0 ? 2 : 3;
  const middles = one[axis] + one[size] / 2 - (other[axis] + other[size] / 2);
  return Math.abs(middles) < Math.max(one[size], other[size]) / 2;
}

/** Whether all pixels of a binary PGM have about the same brightness. */
export function isBlank(pgm: Buffer): boolean {
  const [header = ''] = /^P5\s+\d+\s+\d+\s+255\s/.exec(pgm.toString('latin1', 0, 100)) ?? [];
  if (header === '') return false;
  let [darkest, lightest] = [255, 0];
  for (const point of pgm.subarray(header.length)) {
    if (point < darkest) darkest = point;
    if (point > lightest) lightest = point;
  }
  return lightest - darkest < 24;
}

const normal = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Positions at which these words follow one another; the last one may be a prefix. */
export function findWords(words: readonly Word[], phrase: string): Box[] {
  const terms = normal(phrase).split(/\s+/).filter(Boolean);
  const texts = words.map(([, , , , text]) => normal(text));
  const boxes: Box[] = [];
  for (let at = 0; at + terms.length <= texts.length; at += 1) {
    const isHere = terms.every((term, index) =>
      terms.length === 1
        ? texts[at]!.includes(term)
        : matches(texts[at + index]!, term, index, terms),
    );
    if (!isHere) continue;
    for (const [left, top, width, height] of words.slice(at, at + terms.length)) {
      boxes.push([left, top, width, height]);
    }
  }
  return boxes;
}

function matches(text: string, term: string, index: number, terms: readonly string[]): boolean {
  if (index === 0) return text.endsWith(term);
  return index === terms.length - 1 ? text.startsWith(term) : text === term;
}
