/** Writes PDFs of text, lines and boxes, with the fonts that every reader has. The same pages give the same bytes. */
import { pdfFile } from '../pdf-file.ts';

export const PAGE = { width: 612, height: 792 } as const;

type Color = readonly [red: number, green: number, blue: number];
const INK: Color = [0.1, 0.1, 0.1];
export const GRAY: Color = [0.42, 0.42, 0.42];

const FONTS = ['Helvetica', 'Helvetica-Bold', 'Times-Roman', 'Helvetica-Oblique'] as const;
type Font = (typeof FONTS)[number];

const round = (value: number): string => String(Math.round(value * 100) / 100);

/** A page; positions are in points from the top left. */
export class PdfPage {
  private readonly operations: string[] = [];

  text(
    words: string,
    at: { x: number; y: number; size?: number; font?: Font; color?: Color; right?: boolean },
  ): this {
    const { x, y, size = 10, font = 'Helvetica', color = INK, right = false } = at;
    const left = right ? x - widthOf(words, size) : x;
    this.operations.push(
      `BT /F${FONTS.indexOf(font) + 1} ${size} Tf ${color.join(' ')} rg ${round(left)} ${round(PAGE.height - y)} Td (${literal(words)}) Tj ET`,
    );
    return this;
  }

  line(x1: number, y1: number, x2: number, y2: number, width = 0.6): this {
    this.operations.push(
      `0.55 G ${width} w ${round(x1)} ${round(PAGE.height - y1)} m ${round(x2)} ${round(PAGE.height - y2)} l S`,
    );
    return this;
  }

  box(x: number, y: number, width: number, height: number, fill?: Color): this {
    const shape = `${round(x)} ${round(PAGE.height - y - height)} ${round(width)} ${round(height)} re`;
    this.operations.push(fill ? `${fill.join(' ')} rg ${shape} f` : `0.55 G 0.6 w ${shape} S`);
    return this;
  }

  /** Draws a signature. */
  scrawl(x: number, y: number, strokes: readonly number[]): this {
    const points = strokes.map(
      (height, index) => `${round(x + index * 9)} ${round(PAGE.height - y + height)}`,
    );
    this.operations.push(`0.1 0.15 0.45 RG 1.4 w ${points[0]} m`);
    for (let at = 1; at + 2 < points.length; at += 3) {
      this.operations.push(`${points[at]} ${points[at + 1]} ${points[at + 2]} c`);
    }
    this.operations.push('S');
    return this;
  }

  get content(): string {
    return this.operations.join('\n');
  }
}

/** The approximate width of a text in Helvetica. */
function widthOf(words: string, size: number): number {
  const digits = words.replaceAll(/[^\d$]/g, '').length;
  const points = words.replaceAll(/[^.,]/g, '').length;
  return size * (digits * 0.556 + points * 0.278 + (words.length - digits - points) * 0.5);
}

const literal = (text: string): string =>
  text
    .replaceAll('–', '-')
    .replaceAll('’', "'")
    .replaceAll(/[\\()]/g, String.raw`\$&`);

export function writePdf(pages: readonly PdfPage[]): Buffer {
  const fontAt = 3 + pages.length * 2;
  const fonts = FONTS.map((_, index) => `/F${index + 1} ${fontAt + index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, index) => `${3 + index * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ...pages.flatMap(({ content }, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] /Contents ${4 + index * 2} 0 R /Resources << /Font << ${fonts} >> >> >>`,
      `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
    ]),
    ...FONTS.map(
      (font) => `<< /Type /Font /Subtype /Type1 /BaseFont /${font} /Encoding /WinAnsiEncoding >>`,
    ),
  ];
  return pdfFile(objects);
}
