import { pdfFile } from '@cairn/testing/pdf-file';

/** A minimal valid PDF with a few lines of text, which any reader can open. */
export function onePagePdf(title: string, lines: readonly string[]): Buffer {
  const show = (text: string, size: number, y: number): string =>
    `BT /F1 ${size} Tf 72 ${y} Td (${literal(text)}) Tj ET`;
  const content = [
    show(title, 20, 700),
    ...lines.map((line, i) => show(line, 12, 660 - i * 20)),
  ].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  return pdfFile(objects);
}

const literal = (text: string): string => text.replaceAll(/[\\()]/g, String.raw`\$&`);
