/** Files as borrowers send them, about 1.2 MB on average. The shares are assumptions. */
import {
  photographedPage,
  longPdf,
  paddedPdf,
  scannedPdf,
  spreadsheet,
} from '@cairn/testing/sample-files';

export interface SampleFile {
  readonly kind: string;
  readonly name: string;
  readonly content: Buffer;
  /** Share of all files. */
  readonly share: number;
  /** Pages that need OCR. */
  readonly scannedPages: number;
}

const WORDS = 'net income after rent and interest for the year ended December';
/** A full page: 20 lines of about 12 words. */
const PAGE = Array.from({ length: 20 }, (_, line) => `${line + 1} ${WORDS} ${1000 + 37 * line}`);
const ROWS = Array.from({ length: 400 }, (_, row) => `Month ${row},${row * 113},${row * 71},paid`);

export function makeFiles(): SampleFile[] {
  return [
    {
      kind: 'PDF with text, 12 pages',
      name: 'statement.pdf',
      content: paddedPdf(longPdf(12, 3, 'Closing balance'), 1_600_000),
      share: 0.4,
      scannedPages: 0,
    },
    {
      kind: 'scanned page as PDF',
      name: 'scan.pdf',
      content: paddedPdf(scannedPdf(PAGE), 1_000_000),
      share: 0.35,
      scannedPages: 1,
    },
    {
      kind: 'photo of a page',
      name: 'photo.jpg',
      content: photographedPage('photo.jpg', PAGE),
      share: 0.15,
      scannedPages: 1,
    },
    {
      kind: 'spreadsheet',
      name: 'rent-roll.xlsx',
      content: spreadsheet(`Month,Rent,Cost,State\n${ROWS.join('\n')}\n`),
      share: 0.1,
      scannedPages: 0,
    },
  ];
}
