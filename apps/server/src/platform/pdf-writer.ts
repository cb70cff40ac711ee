import { buffer } from 'node:stream/consumers';
import PdfWriter from 'pdfkit';

export const PAPER = 'LETTER';

/** A PDF without a creation time, so that the same content gives the same bytes. */
export const newPdf = (): PDFKit.PDFDocument =>
  new PdfWriter({ autoFirstPage: false, font: '', info: { CreationDate: new Date(0) } });

export function finishPdf(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  pdf.end();
  return buffer(pdf);
}
