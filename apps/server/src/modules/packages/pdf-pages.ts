/** The pages that we write ourselves: a picture on each, or a list of lines. */

const LETTER = [612, 792] as const;
const MARGIN = 24;

export interface Jpeg {
  readonly bytes: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Each picture as large as its page allows, on a page that lies as the picture does. */
export function picturePages(pictures: readonly Jpeg[]): Buffer {
  const pdf = new Pdf();
  for (const { bytes, width, height } of pictures) {
    const [short, long] = LETTER;
    const page = width > height ? ([long, short] as const) : ([short, long] as const);
    const scale = Math.min((page[0] - 2 * MARGIN) / width, (page[1] - 2 * MARGIN) / height);
    const [wide, high] = [width * scale, height * scale];
    const [x, y] = [(page[0] - wide) / 2, (page[1] - high) / 2];
    const picture = pdf.stream(
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      bytes,
    );
    const drawn = `q ${wide.toFixed(2)} 0 0 ${high.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)} cm /P Do Q`;
    pdf.page(page, drawn, `/XObject << /P ${picture} 0 R >>`);
  }
  return pdf.end();
}

const LINES_ON_PAGE = 44;
const LINE_HEIGHT = 15;
const LONGEST_LINE = 95;

/** As many pages as the lines need; a line that begins with a space is said in smaller letters. */
export function listPages(title: string, lines: readonly string[]): Buffer {
  const pdf = new Pdf();
  const fonts = `/Font << /R ${pdf.font('Helvetica')} 0 R /B ${pdf.font('Helvetica-Bold')} 0 R >>`;
  for (let first = 0; first === 0 || first < lines.length; first += LINES_ON_PAGE) {
    const shown = [`BT /B 16 Tf 72 716 Td (${winAnsi(title)}) Tj ET`];
    for (const [index, line] of lines.slice(first, first + LINES_ON_PAGE).entries()) {
      const [size, x] = line.startsWith(' ') ? [9, 84] : [10.5, 72];
      const text = winAnsi(line.trim().slice(0, LONGEST_LINE));
      shown.push(`BT /R ${size} Tf ${x} ${690 - index * LINE_HEIGHT} Td (${text}) Tj ET`);
    }
    pdf.page(LETTER, shown.join('\n'), fonts);
  }
  return pdf.end();
}

const TYPOGRAPHIC: Record<string, string> = {
  '‘': '\x91',
  '’': '\x92',
  '“': '\x93',
  '”': '\x94',
  '•': '\x95',
  '–': '\x96',
  '—': '\x97',
  '…': '\x85',
  '€': '\x80',
};

/** The letters that every reader has by itself; others lose their accents, or become a question mark. */
function winAnsi(text: string): string {
  const known = Array.from(text.normalize('NFC'), (letter) => {
    if (letter in TYPOGRAPHIC) return TYPOGRAPHIC[letter]!;
    if (/[\x20-\x7e\xa0-\xff]/.test(letter)) return letter;
    const plain = letter.normalize('NFKD').replaceAll(/[^\x20-\x7e]/g, '');
    return plain === '' ? '?' : plain;
  });
  return known.join('').replaceAll(/[\\()]/g, String.raw`\$&`);
}

/** A small PDF, written object by object. */
class Pdf {
  private readonly objects: Buffer[] = [Buffer.alloc(0), Buffer.alloc(0)];
  private readonly pages: number[] = [];

  private add(body: string | Buffer): number {
    this.objects.push(typeof body === 'string' ? Buffer.from(body, 'latin1') : body);
    return this.objects.length;
  }

  stream(dictionary: string, content: Buffer): number {
    const head = `<< ${dictionary} /Length ${content.length} >>\nstream\n`;
    return this.add(Buffer.concat([Buffer.from(head), content, Buffer.from('\nendstream')]));
  }

  font(name: string): number {
    return this.add(
      `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`,
    );
  }

  page([width, height]: readonly [number, number], drawn: string, resources: string): void {
    const content = this.stream('', Buffer.from(drawn, 'latin1'));
    this.pages.push(
      this.add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${content} 0 R /Resources << ${resources} >> >>`,
      ),
    );
  }

  end(): Buffer {
    const kids = this.pages.map((page) => `${page} 0 R`).join(' ');
    this.objects[0] = Buffer.from('<< /Type /Catalog /Pages 2 0 R >>');
    this.objects[1] = Buffer.from(`<< /Type /Pages /Kids [${kids}] /Count ${this.pages.length} >>`);
    const chunks = [Buffer.from('%PDF-1.4\n')];
    let at = chunks[0]!.length;
    const offsets = this.objects.map((body, index) => {
      const chunk = Buffer.concat([
        Buffer.from(`${index + 1} 0 obj\n`),
        body,
        Buffer.from('\nendobj\n'),
      ]);
      chunks.push(chunk);
      at += chunk.length;
      return at - chunk.length;
    });
    const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    chunks.push(
      Buffer.from(
        `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table.join('')}trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(chunks);
  }
}
