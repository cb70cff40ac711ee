/**
 * A company's workbook is filled or left unchanged: hostile content costs little time and memory and breaks nothing.
 */
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fillWorkbook } from './fill-workbook.ts';
import { readZip } from './read-zip.ts';
import { workbook, zipOf, type SheetContent } from './xlsx.ts';

const AT = new Date('2026-11-18T12:00:00Z');
const MIB = 2 ** 20;
const SHEET: SheetContent = {
  name: 'Sources and uses',
  rows: [[{ text: 'Use' }, { amount: 12 }]],
  widths: [10, 10],
};
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STYLES = 'xl/styles.xml';
const TYPES = '[Content_Types].xml';

type Parts = Map<string, Buffer>;
const unpacked = async (zip: Buffer): Promise<Parts> =>
  (await readZip(zip, { maxBytes: 40 * MIB }))!;

const template = async (name = 'Memo'): Promise<Parts> =>
  unpacked(await workbook({ name, rows: [[{ text: 'Memo' }]], widths: [10] }, AT));

/** The template with changed text in some of its parts. */
async function changed(
  path: string,
  change: (xml: string) => string,
  parts?: Parts,
): Promise<Parts> {
  const all = parts ?? (await template());
  return all.set(path, Buffer.from(change(all.get(path)?.toString() ?? '')));
}

const filled = async (parts: Parts) => fillWorkbook(await zipOf(parts, AT), SHEET, AT);

interface RawEntry {
  name: string;
  content: Buffer;
  /** Size stated in the directory; the real size by default. */
  size?: number;
  crc?: number;
  flags?: number;
  packed?: Buffer;
}

/** A zip whose headers may be wrong. `sharing` is the number of directory entries for each content. */
function rawZip(entries: readonly RawEntry[], sharing = 1): Buffer {
  let at = 0;
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const { name, content, flags = 0, ...overrides } of entries) {
    const packed = overrides.packed ?? deflateRawSync(content);
    const title = Buffer.from(name);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(title.length, 26);
    for (let copy = 0; copy < sharing; copy += 1) {
      const entryName = copy === 0 ? title : Buffer.from(`${name}${copy}`);
      const entry = Buffer.alloc(46);
      entry.writeUInt32LE(0x02014b50, 0);
      entry.writeUInt16LE(flags, 8);
      entry.writeUInt16LE(8, 10);
      entry.writeUInt32LE(overrides.crc ?? crc32(content), 16);
      entry.writeUInt32LE(packed.length, 20);
      entry.writeUInt32LE(overrides.size ?? content.length, 24);
      entry.writeUInt16LE(entryName.length, 28);
      entry.writeUInt32LE(at, 42);
      directory.push(entry, entryName);
    }
    local.push(head, title, packed);
    at += head.length + title.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length * sharing, 8);
  end.writeUInt16LE(entries.length * sharing, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...local, ...directory, end]);
}

const rawTemplate = async (): Promise<RawEntry[]> =>
  Array.from(await template(), ([name, content]) => ({ name, content }));

const fill = (zip: Buffer) => fillWorkbook(zip, SHEET, AT);

test('a filled workbook has the sheet last, and the others byte for byte', async () => {
  const before = await template();
  const after = await unpacked((await fill(rawZip(await rawTemplate())))!);
  expect(after.get('xl/worksheets/sheet1.xml')).toEqual(before.get('xl/worksheets/sheet1.xml'));
  expect(after.get(WORKBOOK)!.toString()).toContain(
    '<sheet name="Sources and uses" sheetId="2" r:id="rIdCairn"/></sheets>',
  );
  expect(after.get('xl/worksheets/cairn-sheet.xml')!.toString()).toContain('<v>12</v>');
});

test('a filled workbook has a sheet of that name replaced, under the path that it has', async () => {
  const after = await unpacked((await filled(await template('SOURCES AND USES')))!);
  expect(after.size).toBe(6);
  expect(after.get('xl/worksheets/sheet1.xml')!.toString()).toContain('<v>12</v>');
});

describe('a workbook that would cost much', () => {
  test('is left alone when its parts are more than 30 MB, together or alone', async () => {
    const zeros = Buffer.alloc(31 * MIB);
    expect(await fill(rawZip([...(await rawTemplate()), { name: 'a', content: zeros }]))).toBe(
      undefined,
    );
    const half = ['a', 'b'].map((name) => ({ name, content: Buffer.alloc(16 * MIB) }));
    expect(await fill(rawZip([...(await rawTemplate()), ...half]))).toBe(undefined);
    expect(await fill(Buffer.alloc(5 * MIB + 1))).toBe(undefined);
  });

  test('is left alone when it has more than 2,000 entries', async () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: `n${index}`,
        content: Buffer.alloc(1),
      }));
    const own = await rawTemplate();
    expect(await fill(rawZip([...own, ...entries(2_001 - own.length)]))).toBe(undefined);
    expect(await fill(rawZip([...own, ...entries(2_000 - own.length)]))).toBeDefined();
  });

  test('is left alone when an entry has a name of more than 1,000 bytes', async () => {
    const templateWithPath = async (length: number) =>
      (await template()).set('n'.repeat(length), Buffer.of());
    expect(await filled(await templateWithPath(1_001))).toBe(undefined);
    expect(await filled(await templateWithPath(1_000))).toBeDefined();
  });

  test('is left alone when entries share their bytes', async () => {
    // Empty deflate blocks: much to read, nothing to write.
    const packed = Buffer.concat([
      ...Array(200_000).fill(Buffer.of(0, 0, 0, 0xff, 0xff)),
      Buffer.of(3, 0),
    ]);
    const shared = rawZip([{ name: 'n', content: Buffer.of(), packed }], 200);
    expect(await readZip(shared, { maxBytes: MIB })).toBe(undefined);
  });

  test.each([WORKBOOK, RELATIONS, STYLES, TYPES])(
    'is left alone when %s has more than 1 MB',
    async (path) => {
      const padded = (bytes: number) =>
        changed(path, (xml) => xml + ' '.repeat(bytes - xml.length));
      expect(await filled(await padded(MIB + 1))).toBe(undefined);
      expect(await filled(await padded(MIB))).toBeDefined();
    },
  );

  test('takes a moment, however many sheets and fonts it names', async () => {
    const many = async (path: string, end: string, tag: string) => {
      const count = Math.floor((MIB - 5_000) / tag.length);
      return filled(await changed(path, (xml) => xml.replace(end, () => tag.repeat(count) + end)));
    };
    await many(WORKBOOK, '</sheets>', '<sheet />');
    await many(RELATIONS, '</Relationships>', '<Relationship />');
    await many(STYLES, '</fonts>', '<font/>');
    await many(TYPES, '</Types>', '<Override />');
    await many(STYLES, '</fonts>', '<fonts ');
    await many(WORKBOOK, '</sheets>', '<sheet a=" ');
    await many(STYLES, '</fonts>', `<font ${' '.repeat(1_000)}`);
  }, 10_000);

  test('is left alone when 500,000 sheets are in it', async () => {
    const parts = await changed(WORKBOOK, (xml) =>
      xml.replace('</sheets>', `${'<sheet >'.repeat(500_000)}</sheets>`),
    );
    expect(await filled(parts)).toBe(undefined);
  });

  test('is left alone when a sheet has a path of 70,000 characters', async () => {
    const long = `worksheets/${'s'.repeat(70_000)}.xml`;
    const parts = await changed(
      RELATIONS,
      (xml) => xml.replace('worksheets/sheet1.xml', long),
      await template(SHEET.name),
    );
    expect(await filled(parts)).toBe(undefined);
  });
});

test('a filled workbook takes characters with a meaning for a replacement as text', async () => {
  const content = (await template()).get('xl/worksheets/sheet1.xml')!;
  const templateWithSheet = async (path: string): Promise<Parts> => {
    const parts = await template(SHEET.name);
    parts.set(`xl/${path}`, content);
    return changed(RELATIONS, (xml) => xml.replace('worksheets/sheet1.xml', () => path), parts);
  };
  expect(await filled(await templateWithSheet(`worksheets/${'$`'.repeat(45)}.xml`))).toBe(
    undefined,
  );
  expect(await filled(await templateWithSheet('worksheets/Our sheet-1.xml'))).toBeDefined();
  expect(await filled(await templateWithSheet('../worksheets/sheet1.xml'))).toBe(undefined);
});

test('a filled workbook replaces no sheet whose file is missing', async () => {
  const targeting = async (path: string) => {
    const parts = (await template(SHEET.name)).set('xl/undefined', Buffer.of());
    return changed(RELATIONS, (xml) => xml.replace('worksheets/sheet1.xml', path), parts);
  };
  expect(await filled(await targeting('worksheets/SHEET1.xml'))).toBe(undefined);
  expect(await filled(await targeting('chartsheets/sheet1.xml'))).toBe(undefined);
});

describe('a workbook that is not what it says', () => {
  test('is left alone when it is encrypted', async () => {
    const own = await rawTemplate();
    expect(await fill(rawZip(own.map((entry) => ({ ...entry, flags: 1 }))))).toBe(undefined);
    expect(await fill(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe(undefined);
  });

  test('is left alone when sizes or checksums lie', async () => {
    const [first, ...others] = await rawTemplate();
    expect(await fill(rawZip([{ ...first!, size: 1 }, ...others]))).toBe(undefined);
    expect(await fill(rawZip([{ ...first!, size: 2 ** 31 }, ...others]))).toBe(undefined);
    expect(await fill(rawZip([{ ...first!, crc: 1 }, ...others]))).toBe(undefined);
    const packed = deflateRawSync(first!.content).subarray(0, -5);
    expect(await fill(rawZip([{ ...first!, packed }, ...others]))).toBe(undefined);
  });

  test('is left alone when two entries have one name', async () => {
    const own = await rawTemplate();
    expect(await fill(rawZip([...own, own[0]!]))).toBe(undefined);
    const upper = { ...own[0]!, name: own[0]!.name.toUpperCase() };
    expect(await fill(rawZip([...own, upper]))).toBe(undefined);
  });

  test('is left alone when it has macros, by path or by type', async () => {
    const macro = async (path: string) => filled((await template()).set(path, Buffer.of(1)));
    expect(await macro('xl/vbaProject.bin')).toBe(undefined);
    expect(await macro('xl/MacroSheets/sheet1.xml')).toBe(undefined);
    const typed = async (type: string) =>
      filled(
        await changed(TYPES, (xml) =>
          xml.replace('</Types>', `<Default Extension="bin" ContentType="${type}"/></Types>`),
        ),
      );
    expect(await typed('application/vnd.ms-office.vbaProject')).toBe(undefined);
    expect(await typed('application/vnd.ms-office.&#118;baProject')).toBe(undefined);
    expect(await typed('application/vnd.ms-excel.macrosheet+xml')).toBe(undefined);
    expect(await typed('application/vnd.ms-excel.sheet.MacroEnabled.main+xml')).toBe(undefined);
    expect(await typed('image/png')).toBeDefined();
  });
});

describe('text that a search would take for something else', () => {
  test.each([
    ['an end in a comment', WORKBOOK, '<sheets>', '<!-- </sheets> --><sheets>'],
    ['an end in a text section', WORKBOOK, '<sheets>', '<a><![CDATA[</sheets>]]></a><sheets>'],
    ['a list that ends twice', WORKBOOK, '</sheets>', '</sheets><sheets></sheets>'],
    ['single quotes', WORKBOOK, 'name="Memo"', "name='Memo'"],
    ['spaces around the equals sign', WORKBOOK, 'name="Memo"', 'name = "Memo"'],
    ['a coded sheet name', WORKBOOK, 'Memo', 'Sources &#97;nd uses'],
    ['single quotes in relations', RELATIONS, 'Id="rId1"', "Id='rId1'"],
    ['single quotes in styles', STYLES, 'val="11"', "val='11'"],
    ['single quotes in types', TYPES, 'Extension="rels"', "Extension='rels'"],
    ['another encoding', WORKBOOK, 'encoding="UTF-8"', 'encoding="UTF-7"'],
    ['another meaning of r:', WORKBOOK, 'xmlns:r="http:', 'xmlns:r="https:'],
  ])('%s: the workbook is left alone', async (_, path, from, to) => {
    const parts = await changed(path, (xml) => xml.replace(from, to));
    expect(parts.get(path)!.toString()).toContain(to);
    expect(await filled(parts)).toBe(undefined);
  });

  test('bytes that are not UTF-8: the workbook is left alone', async () => {
    const parts = await template();
    const broken = Buffer.concat([parts.get(STYLES)!, Buffer.of(0xff)]);
    expect(await filled(parts.set(STYLES, broken))).toBe(undefined);
  });

  test('the declaration may have single quotes', async () => {
    const declared = "<?xml version='1.0' encoding='utf-8'?>\n";
    const parts = await changed(WORKBOOK, (xml) => xml.replace(/^<[^>]+>\n/, declared));
    expect(parts.get(WORKBOOK)!.toString()).toContain(declared);
    expect(await filled(parts)).toBeDefined();
  });

  test('quotes and equals signs in a formula are text', async () => {
    const names = `</sheets><definedNames><definedName name="x">IF(A1='My memo'!B1,"a",'b')</definedName></definedNames>`;
    const parts = await changed(WORKBOOK, (xml) => xml.replace('</sheets>', names));
    expect(await filled(parts)).toBeDefined();
  });
});

test('a filled workbook uses an id, a number and a path that are free', async () => {
  const again = await unpacked((await filled(await template()))!);
  // The template is an earlier export with its sheet renamed.
  await changed(WORKBOOK, (xml) => xml.replace('Sources and uses', 'Old'), again);
  const earlier = again.get('xl/worksheets/cairn-sheet.xml');
  const after = await unpacked((await filled(again))!);
  const ids = after
    .get(RELATIONS)!
    .toString()
    .match(/ Id="[^"]+"/g)!;
  expect(new Set(ids).size).toBe(ids.length);
  expect(after.get('xl/worksheets/cairn-sheet.xml')).toEqual(earlier);
  expect(after.get('xl/worksheets/cairn-sheet-2.xml')!.toString()).toContain('<v>12</v>');
  expect(after.get(WORKBOOK)!.toString()).toContain(
    '<sheet name="Sources and uses" sheetId="3" r:id="rIdCairn-2"/>',
  );
});

test('a filled workbook has its calculation after the lists that come before it', async () => {
  const parts = await changed(WORKBOOK, (xml) =>
    xml.replace('</sheets>', '</sheets><definedNames/>'),
  );
  const after = await unpacked((await filled(parts))!);
  expect(after.get(WORKBOOK)!.toString()).toContain('<definedNames/><calcPr');
});

test('a filled workbook has no half of an element left', async () => {
  const chain = '/relationships/calcChain" Target="calcChain.xml"></Relationship></Relationships>';
  const parts = await changed(RELATIONS, (xml) =>
    xml.replace('</Relationships>', `<Relationship Id="rId9" Type="http:/${chain}`),
  );
  await changed(
    WORKBOOK,
    (xml) => xml.replace('</sheets>', '</sheets><calcPr calcId="1"> </calcPr>'),
    parts,
  );
  const after = await unpacked((await filled(parts))!);
  expect(after.get(RELATIONS)!.toString()).not.toMatch(/calcChain|<\/Relationship>/);
  expect(after.get(WORKBOOK)!.toString()).not.toContain('</calcPr>');
});
