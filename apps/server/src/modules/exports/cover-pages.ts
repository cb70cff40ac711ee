/** The first pages of a merged PDF: whose package it is, when it was prepared, and where each document begins. */
import { finishPdf, newPdf, PAPER } from '../../platform/pdf-writer.ts';
import type { ManifestFacts } from './manifest-store.ts';
import type { OutlineItem } from './outline.ts';
import { fitLine, fontsOf, writeLine, type WrittenPages } from './pdf-pages.ts';

const [LEFT, RIGHT, BOTTOM] = [72, 540, 710];
const NUMBER_WIDTH = 40;
const INDENT = 14;
const LINE = 15;
const MUTED = '#5b5d63';

export interface Covered {
  readonly facts: Pick<ManifestFacts, 'lender' | 'loan' | 'preparedFor' | 'preparedAt'>;
  readonly documents: number;
  readonly approvedOnly: boolean;
  /** Page numbers count from 0, without the cover. */
  readonly contents: readonly OutlineItem[];
}

/** The table of contents shows page numbers of the whole PDF, so its own length must be known first. */
export async function coverPages(covered: Covered): Promise<WrittenPages> {
  const { pages } = await writeCover(covered, 0);
  return writeCover(covered, pages);
}

async function writeCover(covered: Covered, before: number): Promise<WrittenPages> {
  const pdf = newPdf();
  const addFont = fontsOf(pdf);
  let pages = 0;
  pdf.on('pageAdded', () => (pages += 1));
  pdf.addPage({ size: PAPER, margin: LEFT });
  writeHead(pdf, addFont, covered);
  const list = (items: readonly OutlineItem[], depth: number): void => {
    for (const { title, page, items: below } of items) {
      if (pdf.y > BOTTOM) pdf.addPage({ size: PAPER, margin: LEFT });
      const [x, y] = [LEFT + depth * INDENT, pdf.y];
      const style = { size: 10, bold: below.length > 0 };
      const width = RIGHT - NUMBER_WIDTH - x;
      writeLine(pdf, addFont, fitLine(pdf, addFont, title, { ...style, width }), { ...style, x });
      pdf.y = y;
      const number = String(before + page + 1);
      const numberWidth = pdf.widthOfString(number);
      writeLine(pdf, addFont, number, { size: 10, x: RIGHT - numberWidth, color: MUTED });
      pdf.y = y + LINE;
      list(below, depth + 1);
    }
  };
  list(covered.contents, 0);
  return { bytes: await finishPdf(pdf), pages };
}

function writeHead(
  pdf: PDFKit.PDFDocument,
  addFont: (font: string) => string,
  { facts, documents, approvedOnly }: Covered,
): void {
  const write = (line: string, size: number, more: { bold?: boolean; color?: string } = {}) =>
    writeLine(pdf, addFont, line, { size, x: LEFT, ...more });
  write(facts.lender, 12, { bold: true });
  pdf.moveDown(3);
  write(facts.loan?.name ?? 'Files of the shoebox', 24, { bold: true });
  if (facts.loan) write(`Loan package ${facts.loan.shortCode ?? ''}`.trim(), 11, { color: MUTED });
  drawRule(pdf);
  const documentCount = documents === 1 ? '1 document' : `${documents} documents`;
  write(approvedOnly ? `${documentCount}, approved only` : documentCount, 10.5);
  write(`Prepared ${formatMoment(facts.preparedAt)} for ${facts.preparedFor}`, 10.5);
  drawRule(pdf);
  write('Contents', 12, { bold: true });
  pdf.moveDown(0.3);
}

function drawRule(pdf: PDFKit.PDFDocument): void {
  const y = pdf.y + 4;
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor('#c8c6c0').stroke();
  pdf.y = y + 16;
}

const moments = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});
const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** "Nov 16, 2026, 2:14 PM UTC" */
const formatMoment = (timestamp: string): string => `${moments.format(new Date(timestamp))} UTC`;
export const formatDay = (timestamp: string): string => days.format(new Date(timestamp));
