/**
 * Writes a sheet into a company's workbook: it replaces the sheet of that name, or is appended. Other sheets stay as
 * they are, and their formulas can refer to it. The four parts that change are edited as text: they are small and so
 * regular that a text search finds the same elements as a parser.
 */
import { isPlainXml, tagsIn } from './plain-xml.ts';
import { readZip } from './read-zip.ts';
import { worksheetXml, zipOf, type CellStyles, type SheetContent } from './xlsx.ts';
import { escapeXml } from './xml.ts';

export const MAX_WORKBOOK_BYTES = 5 * 2 ** 20;
const MAX_UNPACKED_BYTES = 30 * 2 ** 20;
/** Size limit of each edited part. */
const MAX_EDITED_BYTES = 2 ** 20;
/** Maximum growth of the edited parts, in addition to our sheet. */
const MAX_ADDED_BYTES = 4_096;

const TYPES = '[Content_Types].xml';
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const STYLES = 'xl/styles.xml';
const EDITED = [TYPES, WORKBOOK, RELATIONS, STYLES];
/** The calculation chain may name cells that no longer exist. Programs rebuild it. */
const ORDER = 'xl/calcChain.xml';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MACRO_PATH = /vbaProject|macrosheets/i;
/** A content type has no reason to contain an entity, which could spell the same word. */
const MACRO_TYPE = /macroEnabled|macrosheet|vbaProject|&/i;
const SHEET_TARGET = /^(?:\/xl\/)?(worksheets\/[\w .-]{1,100}\.xml)$/;

type Parts = Map<string, Buffer>;

/** Undefined if the workbook cannot be filled: an older format, macros, damaged, unusual, or too large. */
export async function fillWorkbook(
  template: Buffer,
  sheet: SheetContent,
  at: Date,
): Promise<Buffer | undefined> {
  return orUndefined(async () => {
    const parts = await fillParts(template, sheet);
    return parts && zipOf(parts, at);
  });
}

/** Whether fillWorkbook would fill it, without writing a file. */
export const canFillWorkbook = async (template: Buffer, sheet: SheetContent): Promise<boolean> =>
  (await orUndefined(() => fillParts(template, sheet))) !== undefined;

/** Undefined also for an error that a malformed file causes: the lender then gets the sheet without the workbook. */
async function orUndefined<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

async function fillParts(template: Buffer, sheet: SheetContent): Promise<Parts | undefined> {
  if (template.length > MAX_WORKBOOK_BYTES) return undefined;
  const parts = await readZip(template, { maxBytes: MAX_UNPACKED_BYTES });
  return parts && isEditable(parts) ? editParts(parts, sheet) : undefined;
}

function isEditable(parts: Parts): boolean {
  const paths = [...parts.keys()];
  // Programs treat paths that differ only in case as the same.
  if (lowerCase(paths).size !== parts.size || paths.some((path) => MACRO_PATH.test(path)))
    return false;
  return EDITED.every((path) => {
    const part = parts.get(path);
    return part !== undefined && part.length <= MAX_EDITED_BYTES && isPlainXml(part);
  });
}

const lowerCase = (paths: Iterable<string>): Set<string> =>
  new Set(Array.from(paths, (path) => path.toLowerCase()));

function editParts(parts: Parts, sheet: SheetContent): Parts | undefined {
  const allowed = bytesIn(parts) + MAX_ADDED_BYTES;
  const text = (path: string): string => parts.get(path)!.toString('utf8');
  const types = text(TYPES);
  if (MACRO_TYPE.test(types) || !isOnce(types, '</Types>')) return undefined;
  const styled = addStyles(text(STYLES));
  const sources = { workbook: text(WORKBOOK), relations: text(RELATIONS) };
  const placement = placeSheet(sources, sheet.name, parts);
  if (!styled || !placement) return undefined;
  const own = worksheetXml(sheet, styled.styles);
  const write = (path: string, xml: string) => parts.set(path, Buffer.from(xml));
  write(STYLES, styled.xml);
  write(WORKBOOK, calculatedOnOpening(placement.workbook));
  write(RELATIONS, withoutElement(placement.relations, 'Relationship', 'calcChain.xml'));
  write(TYPES, typesWith(types, placement.path));
  write(placement.path, own);
  parts.delete(ORDER);
  // Relations to the replaced sheet's pictures, comments and tables.
  parts.delete(placement.path.replace('worksheets/', 'worksheets/_rels/').concat('.rels'));
  return bytesIn(parts) <= allowed + Buffer.byteLength(own) ? parts : undefined;
}

const bytesIn = (parts: Parts): number =>
  [...parts.values()].reduce((sum, { length }) => sum + length, 0);

interface Placed {
  workbook: string;
  relations: string;
  path: string;
}

function placeSheet(
  { workbook, relations }: Omit<Placed, 'path'>,
  sheetName: string,
  parts: Parts,
): Placed | undefined {
  if (!isOnce(workbook, '</sheets>') || !isOnce(relations, '</Relationships>')) return undefined;
  if (!workbook.includes(` xmlns:r="${OFFICE}"`)) return undefined;
  const name = escapeXml(sheetName);
  const sheetIds = new Set<number>();
  let same: string | undefined;
  for (const tag of tagsIn(workbook, 'sheet')) {
    const title = attribute(tag, 'name');
    // A name written with character references may be ours.
    if (title?.includes('&#')) return undefined;
    if (title?.toLowerCase() === name.toLowerCase()) same ??= tag;
    sheetIds.add(Number(attribute(tag, 'sheetId')));
  }
  const targets = new Map<string | undefined, string | undefined>();
  for (const tag of tagsIn(relations, 'Relationship'))
    targets.set(attribute(tag, 'Id'), attribute(tag, 'Target'));
  if (same !== undefined) {
    const target = SHEET_TARGET.exec(targets.get(attribute(same, 'r:id')) ?? '')?.[1];
    const path = target && `xl/${target}`;
    return path && parts.has(path) ? { workbook, relations, path } : undefined;
  }
  const id = firstFree('rIdCairn', (candidate) => targets.has(candidate));
  const takenPaths = lowerCase(parts.keys());
  const file = firstFree('cairn-sheet', (free) => takenPaths.has(`xl/worksheets/${free}.xml`));
  let sheetId = 1;
  while (sheetIds.has(sheetId)) sheetId += 1;
  return {
    workbook: before(
      workbook,
      '</sheets>',
      `<sheet name="${name}" sheetId="${sheetId}" r:id="${id}"/>`,
    ),
    relations: before(
      relations,
      '</Relationships>',
      `<Relationship Id="${id}" Type="${OFFICE}/worksheet" Target="worksheets/${file}.xml"/>`,
    ),
    path: `xl/worksheets/${file}.xml`,
  };
}

function firstFree(name: string, isTaken: (candidate: string) => boolean): string {
  let candidate = name;
  for (let number = 2; isTaken(candidate); number += 1) candidate = `${name}-${number}`;
  return candidate;
}

const isOnce = (xml: string, end: string): boolean =>
  xml.includes(end) && xml.indexOf(end) === xml.lastIndexOf(end);

/** The replacement is a function, because `$` has a meaning in replacement text and users' texts may contain it. */
const before = (xml: string, end: string, added: string): string =>
  xml.replace(end, () => added + end);

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** The text between the first start tag of that name and its end tag. Linear in the length of the part. */
function inside(xml: string, name: string): { from: number; to: number; text: string } | undefined {
  const start = xml.indexOf(`<${name}`);
  const from = start === -1 ? 0 : xml.indexOf('>', start) + 1;
  const to = from === 0 ? -1 : xml.indexOf(`</${name}>`, from);
  return to === -1 ? undefined : { from: start, to, text: xml.slice(from, to) };
}

function append(xml: string, list: string, child: string, added: readonly string[]) {
  const section = isOnce(xml, `</${list}>`) ? inside(xml, list) : undefined;
  if (!section) return undefined;
  let count = 0;
  for (const _ of tagsIn(section.text, child)) count += 1;
  const startTag = `<${list} count="${count + added.length}">`;
  return {
    first: count,
    xml: `${xml.slice(0, section.from)}${startTag}${section.text}${added.join('')}${xml.slice(section.to)}`,
  };
}

/** Appends our styles, so that existing style numbers stay valid. */
function addStyles(xml: string): { xml: string; styles: CellStyles } | undefined {
  const font = '<font><b/><sz val="11"/><name val="Calibri"/></font>';
  const fonts = append(xml, 'fonts', 'font', [font]);
  if (!fonts) return undefined;
  const format = (number: number, fontId: number) =>
    `<xf numFmtId="${number}" fontId="${fontId}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`;
  const bold = fonts.first;
  const formats = append(fonts.xml, 'cellXfs', 'xf', [
    format(0, bold),
    format(4, 0),
    format(4, bold),
  ]);
  if (!formats) return undefined;
  const { first } = formats;
  return {
    xml: formats.xml,
    styles: { plain: 0, bold: first, amount: first + 1, sum: first + 2 },
  };
}

const LISTS_BEFORE_SETTING = [
  /<\/definedNames>|<definedNames\s*\/>/,
  /<\/externalReferences>|<externalReferences\s*\/>/,
  /<\/functionGroups>|<functionGroups[^<>]*\/>/,
  /<\/sheets>/,
];

/** Stored results of other sheets' formulas are those of the template, so programs must recalculate on opening. */
function calculatedOnOpening(workbook: string): string {
  const setting = '<calcPr calcId="0" fullCalcOnLoad="1"/>';
  const calculation = /<calcPr\b[^<>]*>(?:\s*<\/calcPr>)?/;
  if (calculation.test(workbook)) return workbook.replace(calculation, setting);
  const end = LISTS_BEFORE_SETTING.find((list) => list.test(workbook))!;
  return workbook.replace(end, (endTag) => endTag + setting);
}

const withoutElement = (xml: string, tag: string, mark: string): string =>
  xml.replaceAll(new RegExp(`<${tag}\\s[^<>]*>(?:\\s*</${tag}>)?`, 'g'), (element) =>
    element.includes(mark) ? '' : element,
  );

/** Adds our sheet's content type, and turns a template into a workbook. */
function typesWith(types: string, path: string): string {
  const partName = `PartName="/${path}"`;
  const own = `<Override ${partName} ContentType="${SPREADSHEET}.worksheet+xml"/>`;
  const others = withoutElement(
    withoutElement(types, 'Override', '/xl/calcChain.xml'),
    'Override',
    partName,
  );
  return before(others, '</Types>', own).replaceAll(
    `${SPREADSHEET}.template.main+xml`,
    `${SPREADSHEET}.sheet.main+xml`,
  );
}
