/**
 * The outline of a merged PDF, appended after its last byte (an incremental update), so that the merged pages need
 * not be read or written again.
 */

export interface OutlineItem {
  readonly title: string;
  /** First page, counted from 0. */
  readonly page: number;
  readonly items: readonly OutlineItem[];
}

/** What the outline needs to know about the PDF. */
export interface Merged {
  readonly length: number;
  /** Offset of the cross-reference table. */
  readonly tableAt: number;
  /** The highest object number plus one. */
  readonly objects: number;
  readonly catalogNumber: number;
  readonly catalog: string;
  /** Reference to each page's object, as "12 0 R". */
  readonly pages: readonly string[];
  readonly id: string;
}

/** A file attached to the PDF. */
export interface Attachment {
  readonly name: string;
  readonly bytes: Buffer;
}

export function outlineUpdate(
  items: readonly OutlineItem[],
  merged: Merged,
  attachments: readonly Attachment[] = [],
): Buffer {
  const objects = new Map<number, string>();
  let next = merged.objects;
  const rootNumber = (next += 1) - 1;

  /** Returns the numbers of the first and last item, and how many lines they have. */
  const write = (siblings: readonly OutlineItem[], parent: number): [number, number, number] => {
    const numbers = siblings.map(() => (next += 1) - 1);
    let lines = siblings.length;
    for (const [index, { title, page, items: below }] of siblings.entries()) {
      const number = numbers[index]!;
      const fields = [
        `/Title ${utf16(title)}`,
        `/Parent ${parent} 0 R`,
        `/Dest [${merged.pages[page]} /Fit]`,
      ];
      if (index > 0) fields.push(`/Prev ${numbers[index - 1]} 0 R`);
      if (index < numbers.length - 1) fields.push(`/Next ${numbers[index + 1]} 0 R`);
      if (below.length > 0) {
        const [first, last, within] = write(below, number);
        lines += within;
        fields.push(`/First ${first} 0 R /Last ${last} 0 R /Count ${within}`);
      }
      objects.set(number, `<< ${fields.join(' ')} >>`);
    }
    return [numbers[0]!, numbers.at(-1)!, lines];
  };

  const [first, last, lines] = write(items, rootNumber);
  objects.set(
    rootNumber,
    `<< /Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${lines} >>`,
  );
  const names = attachments.map(({ name, bytes }) => {
    const [file, spec] = [next, next + 1];
    next += 2;
    objects.set(
      file,
      `<< /Type /EmbeddedFile /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`,
    );
    objects.set(spec, `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${file} 0 R >> >>`);
    return `(${name}) ${spec} 0 R`;
  });
  const files =
    names.length > 0 ? ` /Names << /EmbeddedFiles << /Names [${names.join(' ')}] >> >>` : '';
  objects.set(merged.catalogNumber, withOutline(merged.catalog, rootNumber, files));
  return writeObjects(objects, next, merged);
}

const withOutline = (catalog: string, root: number, files: string): string =>
  catalog.trim().replace(/>>$/, ` /Outlines ${root} 0 R /PageMode /UseOutlines${files} >>`);

function writeObjects(objects: Map<number, string>, size: number, merged: Merged): Buffer {
  const chunks: string[] = ['\n'];
  let at = merged.length + 1;
  const table: string[] = [];
  for (const [number, body] of [...objects].toSorted(([one], [other]) => one - other)) {
    const chunk = `${number} 0 obj\n${body}\nendobj\n`;
    table.push(`${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`);
    chunks.push(chunk);
    at += Buffer.byteLength(chunk, 'latin1');
  }
  chunks.push(
    `xref\n${table.join('')}trailer\n<< /Size ${size} /Root ${merged.catalogNumber} 0 R /Prev ${merged.tableAt}${merged.id} >>\nstartxref\n${at}\n%%EOF\n`,
  );
  return Buffer.from(chunks.join(''), 'latin1');
}

/** Any script, encoded without a bracket that could end the string. */
function utf16(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex')}>`;
}
