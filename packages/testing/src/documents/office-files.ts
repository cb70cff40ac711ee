/** Writes Word and Excel files with the minimum of parts, in a zip without compression. */
import { crc32 } from 'node:zlib';
import type { Random } from '../random.ts';
import type { SampleKind } from './document-kinds.ts';
import { periodText, type SampleFacts } from './draw-document.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MIME = 'application/vnd.openxmlformats-officedocument';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

type Rows = (string | number)[][];

function rowsOf(kind: SampleKind, facts: SampleFacts, random: Random): Rows {
  const heading = kind.headings[(facts.heading ?? 0) % kind.headings.length]!;
  const rows: Rows = [
    [heading],
    [facts.entity],
    [kind.dated === 'YEAR' ? `For calendar year ${facts.year}` : periodText(facts)],
    ['SAMPLE - invented data, not a real document'],
  ];
  for (let at = 0; at < 30; at += 1) {
    rows.push([kind.labels[at % kind.labels.length]!, Math.round(random.between(100, 90_000))]);
  }
  return rows;
}

export function writeOffice(
  form: 'docx' | 'xlsx',
  kind: SampleKind,
  facts: SampleFacts,
  random: Random,
): Buffer {
  const rows = rowsOf(kind, facts, random);
  return form === 'docx' ? docx(rows) : xlsx(rows);
}

const types = (part: string, type: string): string =>
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part
    .split(' ')
    .map((each, index) => `<Override PartName="/${each}" ContentType="${type.split(' ')[index]}"/>`)
    .join('')}</Types>`;

const relation = (type: string, target: string): string =>
  `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/${type}" Target="${target}"/></Relationships>`;

function docx(rows: Rows): Buffer {
  const paragraphs = rows.map((row, index) => {
    const size = index === 0 ? '<w:rPr><w:b/><w:sz w:val="34"/></w:rPr>' : '';
    return `<w:p><w:r>${size}<w:t xml:space="preserve">${escape(row.join('   '))}</w:t></w:r></w:p>`;
  });
  const body = `${XML}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraphs.join('')}</w:body></w:document>`;
  return zip({
    '[Content_Types].xml': types('word/document.xml', `${MIME}.wordprocessingml.document.main+xml`),
    '_rels/.rels': relation('officeDocument', 'word/document.xml'),
    'word/document.xml': body,
  });
}

function xlsx(rows: Rows): Buffer {
  const cell = (value: string | number): string =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escape(value)}</t></is></c>`;
  const data = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  return zip({
    '[Content_Types].xml': types(
      'xl/workbook.xml xl/sheet.xml',
      `${MIME}.spreadsheetml.sheet.main+xml ${MIME}.spreadsheetml.worksheet+xml`,
    ),
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'sheet.xml'),
    'xl/workbook.xml': `${XML}<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/sheet.xml': `${XML}<worksheet xmlns="${main}"><cols><col min="1" max="1" width="46" customWidth="1"/></cols><sheetData>${data}</sheetData></worksheet>`,
  });
}

/** Dated 1980, the earliest date in a zip, so that the same files give the same bytes. */
function zip(files: Record<string, string>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    const sizes = Buffer.alloc(12);
    sizes.writeUInt32LE(crc32(content), 0);
    sizes.writeUInt32LE(content.length, 4);
    sizes.writeUInt32LE(content.length, 8);
    const common = Buffer.concat([
      Buffer.from([20, 0, 0, 0, 0, 0, 0, 0, 0x21, 0]),
      sizes,
      Buffer.from([path.length, 0, 0, 0]),
    ]);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, path, content]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, path]),
    );
    parts.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, each) => sum + each.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
