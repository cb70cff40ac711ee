/**
 * Writes images as the pages of one PDF. The JPEG data is copied unchanged, and no metadata (date, program, location)
 * is added. A PDF library would be about a hundred times as large as this code.
 */
export interface JpegPage {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
}

/** The shorter side of a page is as wide as US Letter. The other side follows from the aspect ratio of the picture. */
const SHORTER_SIDE_PT = 612;

export function pdfOfJpegs(pages: readonly JpegPage[]): Blob {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Uint8Array<ArrayBuffer>): void => {
    const bytes = typeof part === 'string' ? encoder.encode(part) : part;
    parts.push(bytes);
    length += bytes.length;
  };
  const object = (number: number, ...content: (string | Uint8Array<ArrayBuffer>)[]): void => {
    offsets[number] = length;
    write(`${number} 0 obj\n`);
    content.forEach(write);
    write('\nendobj\n');
  };
  // Object numbers: 1 is the catalog, 2 is the page tree, followed by the page, content and picture of each page.
  const idOf = (page: number, part: 0 | 1 | 2): number => 3 + page * 3 + part;
  write('%PDF-1.4\n');
  // Bytes above 127 mark the file as binary.
  write(Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a));
  object(1, '<< /Type /Catalog /Pages 2 0 R >>');
  const kids = pages.map((_, page) => `${idOf(page, 0)} 0 R`).join(' ');
  object(2, `<< /Type /Pages /Count ${pages.length} /Kids [${kids}] >>`);
  pages.forEach(({ bytes, width, height }, page) => {
    const scale = SHORTER_SIDE_PT / Math.min(width, height);
    const [w, h] = [(width * scale).toFixed(2), (height * scale).toFixed(2)];
    const [picture, content] = [idOf(page, 2), idOf(page, 1)];
    object(
      idOf(page, 0),
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${w} ${h}]`,
      ` /Resources << /XObject << /P ${picture} 0 R >> >> /Contents ${content} 0 R >>`,
    );
    const draw = `q ${w} 0 0 ${h} 0 0 cm /P Do Q`;
    object(content, `<< /Length ${draw.length} >>\nstream\n${draw}\nendstream`);
    object(
      picture,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height}`,
      ' /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      ` /Length ${bytes.length} >>\nstream\n`,
      bytes,
      '\nendstream',
    );
  });
  const table = length;
  const line = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;
  const rows = offsets.slice(1).map(line).join('');
  write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows}`);
  write(`trailer\n<< /Size ${offsets.length} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
