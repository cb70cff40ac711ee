/** Generates PDF pages from lines of text in any script. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { finishPdf, newPdf, PAPER } from '../../platform/pdf-writer.ts';

const LINE_HEIGHT = 1.5;

export interface WrittenPages {
  readonly bytes: Buffer;
  readonly pages: number;
}

/** As many pages as needed; a line that begins with a space is indented, in a smaller font. */
export async function listPages(title: string, lines: readonly string[]): Promise<WrittenPages> {
  const pdf = newPdf();
  const addFont = fontsOf(pdf);
  let pages = 0;
  pdf.on('pageAdded', () => {
    pages += 1;
    writeLine(pdf, addFont, title, { size: 16, x: 72, bold: true });
    pdf.moveDown(0.5);
  });
  pdf.addPage({ size: PAPER, margin: 72 });
  for (const line of lines) {
    const style = line.startsWith(' ') ? { size: 9, x: 84 } : { size: 10.5, x: 72 };
    writeLine(pdf, addFont, line.trim(), style);
  }
  return { bytes: await finishPdf(pdf), pages };
}

interface Style {
  readonly size: number;
  readonly x: number;
  readonly bold?: boolean;
  readonly color?: string;
  /** False: the text stays on one line, even if it is too wide, and on the same page. */
  readonly wraps?: boolean;
}

export function writeLine(
  pdf: PDFKit.PDFDocument,
  addFont: (font: string) => string,
  line: string,
  { size, x, bold = false, color = 'black', wraps = true }: Style,
): void {
  const runs = runsOf(line, bold ? 700 : 400);
  pdf.x = x;
  for (const [index, { font, text }] of runs.entries()) {
    pdf.font(addFont(font), size).fillColor(color);
    pdf.text(text, {
      // Without wrapping, each run continues where the previous one ended.
      ...(wraps ? { continued: index < runs.length - 1 } : { lineBreak: false }),
      baseline: 'alphabetic',
      // Gives all lines the same height, because fonts differ in theirs.
      lineGap: LINE_HEIGHT * size - pdf.currentLineHeight(),
    });
  }
}

/** The line, cut to the available width. */
export function fitLine(
  pdf: PDFKit.PDFDocument,
  addFont: (font: string) => string,
  line: string,
  { size, bold = false, width }: Omit<Style, 'x'> & { width: number },
): string {
  const widthOf = (text: string): number =>
    runsOf(text, bold ? 700 : 400)
      .map((run) => pdf.font(addFont(run.font), size).widthOfString(run.text))
      .reduce((sum, each) => sum + each, 0);
  if (widthOf(line) <= width) return line;
  const parts = graphemesOf(line);
  let fits = Math.max(0, Math.min(parts.length, Math.floor(width)));
  while (fits > 0 && widthOf(`${parts.slice(0, fits).join('')}…`) > width) fits -= 1;
  return `${parts.slice(0, fits).join('')}…`;
}

interface Run {
  readonly font: string;
  text: string;
}

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}](?:[\s\p{M}]*[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}])*/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const graphemesOf = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/**
 * Splits a line by font. The PDF writer lays out from left to right, so right-to-left words are put in visual order.
 */
function runsOf(line: string, weight: 400 | 700): Run[] {
  const visual = line
    .normalize('NFC')
    // Neither font has emoji or other characters beyond the Basic Multilingual Plane.
    .replaceAll(/[\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replaceAll(RIGHT_TO_LEFT, (words) => graphemesOf(words).toReversed().join(''));
  const runs: Run[] = [];
  for (const grapheme of graphemesOf(visual)) {
    const font = fontFor(grapheme, weight);
    const last = runs.at(-1);
    if (last?.font === font) last.text += grapheme;
    else runs.push({ font, text: grapheme });
  }
  return runs;
}

const resolve = createRequire(import.meta.url).resolve;
const SANS = '@fontsource/noto-sans';
/** The fallback font for the rest of the Basic Multilingual Plane: plain, but it covers every script. */
const FALLBACK = '@fontsource/unifont/files/unifont-latin-400-normal.woff';

/** Converts "U+0000-00FF,U+0131" to a regular expression. */
const patternOfRanges = (ranges: string): RegExp =>
  new RegExp(
    `^[${ranges.replaceAll(/[\dA-F]+/g, String.raw`\u{$&}`).replaceAll(/U\+|,/g, '')}]+$`,
    'u',
  );
const SUBSETS = Object.entries(
  JSON.parse(readFileSync(resolve(`${SANS}/unicode.json`), 'utf8')) as Record<string, string>,
).map(([subset, ranges]) => ({ subset, covers: patternOfRanges(ranges) }));

function fontFor(grapheme: string, weight: 400 | 700): string {
  const match = SUBSETS.findLast(({ covers }) => covers.test(grapheme));
  return match ? `${SANS}/files/noto-sans-${match.subset}-${weight}-normal.woff` : FALLBACK;
}

/** Registers a font on first use. */
export const fontsOf = (pdf: PDFKit.PDFDocument) => {
  const registered = new Set<string>();
  return (font: string): string => {
    if (!registered.has(font)) pdf.registerFont(font, sfntOf(readFileSync(resolve(font))));
    registered.add(font);
    return font;
  };
};

/** A WOFF font with its tables inflated once: the PDF writer would inflate a table again for each glyph. */
function sfntOf(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(12 + 16 * count);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(count, 4);
  const chunks: Buffer[] = [directory];
  let at = directory.length;
  for (let table = 0; table < count; table += 1) {
    const [from, to] = [44 + 20 * table, 12 + 16 * table];
    const offset = woff.readUInt32BE(from + 4);
    const packedLength = woff.readUInt32BE(from + 8);
    const length = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(offset, offset + packedLength);
    woff.copy(directory, to, from, from + 4);
    woff.copy(directory, to + 4, from + 16, from + 20);
    directory.writeUInt32BE(at, to + 8);
    directory.writeUInt32BE(length, to + 12);
    const padding = Buffer.alloc(-length & 3);
    chunks.push(packedLength < length ? inflateSync(packed) : packed, padding);
    at += length + padding.length;
  }
  return Buffer.concat(chunks);
}
