/** Renders and reads the pages of a PDF in the sandbox: thumbnails, words with positions, OCR. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_THUMBNAILS } from '@cairn/contract/file-terms';
import { pictureIn } from '../../platform/images.ts';
import { NO_LINK, runSandboxed } from '../../platform/sandbox.ts';
import {
  isBlank,
  isTurn,
  pageSizes,
  textOf,
  wordsInBoxes,
  wordsInTsv,
  type PageContent,
  type Recognized,
  type Turn,
} from './page-text.ts';

/** The PDF's name in the folder. */
export const SOURCE = 'source.pdf';
/** Pages that are read in one run and saved together. */
export const PAGES_AT_ONCE = 25;
/** A page with fewer words may be a scan with a stamp or header, so OCR is applied too. */
const FEW_WORDS = 20;
/** Letter paper at about 180 dpi. */
const OCR_PIXELS = 2000;
const THUMBNAIL_PIXELS = 320;
const LOW_PIXELS = 160;
/** With this confidence the page is upright, and no other orientation is tried. */
const SURE_CONFIDENCE = 75;
const SURE_WORDS = 8;
const LEAST_ORIENTATION_CONFIDENCE = 2;
const LARGEST_THUMBNAIL = 2 ** 20;
/** Assumed size (Letter paper) of a page whose size is unknown. */
const UNKNOWN_SIZE = { width: 612, height: 792 };

const GIGABYTE = 2 ** 30;

async function runTool(folder: string, seconds: number, ...command: string[]): Promise<string> {
  const job = { folder, command, seconds, memoryBytes: GIGABYTE };
  const { output } = await runSandboxed(job);
  // The sandbox returns output as bytes.
  return Buffer.from(output, 'latin1').toString('utf8');
}

const range = (from: number, to: number): string[] => ['-f', String(from), '-l', String(to)];

/** JPEGs of the first pages, up to the first one that cannot be rendered. */
export async function drawThumbnails(folder: string, pages: number): Promise<Buffer[]> {
  await runTool(
    folder,
    120,
    ...['pdftoppm', '-q', '-cropbox', '-jpeg', '-jpegopt', 'quality=72'],
    ...['-scale-to', String(THUMBNAIL_PIXELS), ...range(1, Math.min(pages, MAX_THUMBNAILS))],
    ...[SOURCE, 'thumbnail'],
  );
  const drawn: Buffer[] = [];
  for (const [index, name] of (await drawnFiles(folder, 'thumbnail', 'jpg')).entries()) {
    const bytes = await readFile(join(folder, name), { flag: NO_LINK.read });
    const isDrawn = pictureIn(bytes)?.type === 'image/jpeg' && bytes.length < LARGEST_THUMBNAIL;
    if (numberIn(name) !== index + 1 || !isDrawn) break;
    drawn.push(bytes);
  }
  return drawn;
}

const numberIn = (name: string): number => Number(/-(\d+)\.[a-z]+$/.exec(name)?.[1]);

async function drawnFiles(folder: string, stem: string, extension: string): Promise<string[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.startsWith(`${stem}-`) && name.endsWith(`.${extension}`),
  );
  return names.toSorted((one, other) => numberIn(one) - numberIn(other));
}

/** Text embedded in the file. Pages that have little and are not blank are marked for OCR. */
export async function readText(folder: string, from: number, to: number): Promise<PageContent[]> {
  const sizes = pageSizes(await runTool(folder, 60, 'pdfinfo', ...range(from, to), SOURCE));
  const boxes = ['pdftotext', '-q', '-cropbox', '-bbox', ...range(from, to), SOURCE, '-'];
  const words = wordsInBoxes(await runTool(folder, 60, ...boxes), from, sizes);
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const sparse = numbers.filter((page) => (words.get(page)?.length ?? 0) < FEW_WORDS);
  const blank = sparse.length > 0 ? await blankPages(folder, from, to) : new Set<number>();
  return numbers.map((page) => {
    const pageWords = words.get(page) ?? [];
    const isWaiting = sparse.includes(page) && !blank.has(page);
    const source = pageWords.length > 0 ? 'TEXT' : 'NONE';
    return {
      page,
      ...(sizes.get(page) ?? UNKNOWN_SIZE),
      source: isWaiting ? 'WAITING' : source,
      blank: blank.has(page),
      text: textOf(pageWords),
      words: pageWords,
    };
  });
}

async function blankPages(folder: string, from: number, to: number): Promise<Set<number>> {
  const stem = `low-${from}`;
  await runTool(
    folder,
    120,
    ...['pdftoppm', '-q', '-cropbox', '-gray', '-scale-to', String(LOW_PIXELS)],
    ...[...range(from, to), SOURCE, stem],
  );
  const blank = new Set<number>();
  for (const name of await drawnFiles(folder, stem, 'pgm')) {
    if (isBlank(await readFile(join(folder, name), { flag: NO_LINK.read }))) {
      blank.add(numberIn(name));
    }
  }
  return blank;
}

/** OCR of a page in the right orientation. Null if it finds no more than the embedded text. */
export async function recognizePage(
  folder: string,
  page: number,
  knownWords: number,
): Promise<Pick<PageContent, 'text' | 'words'> | null> {
  await runTool(
    folder,
    60,
    ...['pdftoppm', '-q', '-cropbox', '-gray', '-png', '-scale-to', String(OCR_PIXELS)],
    ...[...range(page, page), '-singlefile', SOURCE, 'page'],
  );
  const upright = await recognize(folder, 'page.png', 0);
  const best = isSure(upright) ? upright : await recognizeTurned(folder, upright);
  return best.words.length > knownWords ? { words: best.words, text: textOf(best.words) } : null;
}

const isSure = ({ words, confidence }: Recognized): boolean =>
  words.length >= SURE_WORDS && confidence >= SURE_CONFIDENCE;

async function recognize(folder: string, name: string, turn: Turn): Promise<Recognized> {
  const tsv = await runTool(folder, 90, 'tesseract', name, 'stdout', '--psm', '3', 'tsv');
  return wordsInTsv(tsv, turn);
}

/** For a page that is sideways or upside down: Tesseract detects the orientation, and reads it again. */
async function recognizeTurned(folder: string, upright: Recognized): Promise<Recognized> {
  const report = await runTool(folder, 60, 'tesseract', 'page.png', 'stdout', '--psm', '0');
  const turn = Number(/^Rotate: (\d+)/m.exec(report)?.[1] ?? 0);
  const confidence = Number(/^Orientation confidence: ([\d.]+)/m.exec(report)?.[1] ?? 0);
  if (!isTurn(turn) || turn === 0 || confidence < LEAST_ORIENTATION_CONFIDENCE) return upright;
  await runTool(folder, 30, 'gm', 'convert', 'page.png', '-rotate', String(turn), 'turned.png');
  const turned = await recognize(folder, 'turned.png', turn);
  return scoreOf(turned) > scoreOf(upright) ? turned : upright;
}

const scoreOf = ({ words, confidence }: Recognized): number => words.length * confidence;
