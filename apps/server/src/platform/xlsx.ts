/**
 * Writes a workbook with one sheet. Text cells stay text whatever they begin with; only formulas that we write are
 * formulas.
 */
import { escapeXml } from './xml.ts';
import { bufferEntry, bytesOf, lengthOf, zipLayout } from './zip.ts';

export type Cell =
  | { readonly text: string; readonly bold?: boolean }
  | { readonly amount: number }
  /** The value is for programs that do not calculate. */
  | { readonly formula: string; readonly value: number };

/** 0 is A, 26 is AA. */
export const columnName = (index: number): string =>
  (index >= 26 ? columnName(Math.floor(index / 26) - 1) : '') +
  String.fromCodePoint(65 + (index % 26));

/** The indexes of our cell formats in the workbook's styles. */
export interface CellStyles {
  readonly plain: number;
  readonly bold: number;
  readonly amount: number;
  readonly sum: number;
}
const OWN_STYLES: CellStyles = { plain: 0, bold: 1, amount: 2, sum: 3 };

function cellAsXml(cell: Cell, at: string, styles: CellStyles): string {
  if ('text' in cell) {
    const style = cell.bold ? styles.bold : styles.plain;
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(cell.text)}</t></is></c>`;
  }
  if ('amount' in cell) return `<c r="${at}" s="${styles.amount}"><v>${cell.amount}</v></c>`;
  return `<c r="${at}" s="${styles.sum}"><f>${escapeXml(cell.formula)}</f><v>${cell.value}</v></c>`;
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const PARTS: Record<string, string> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};

export interface SheetContent {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  /** Column widths in characters. */
  readonly widths: readonly number[];
}

export function worksheetXml(
  { rows, widths }: SheetContent,
  styles: CellStyles = OWN_STYLES,
): string {
  const columns = widths.map(
    (width, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`,
  );
  const lines = rows.map(
    (cells, row) =>
      `<row r="${row + 1}">${cells.map((cell, column) => cellAsXml(cell, `${columnName(column)}${row + 1}`, styles)).join('')}</row>`,
  );
  return `${HEAD}<worksheet xmlns="${MAIN}"><cols>${columns.join('')}</cols><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

export function workbook(sheet: SheetContent, at: Date): Promise<Buffer> {
  const workbookXml = `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(sheet.name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  const parts = Object.entries({ ...PARTS, 'xl/workbook.xml': workbookXml }).map(
    ([path, xml]) => [path, HEAD + xml] as const,
  );
  const texts = [...parts, ['xl/worksheets/sheet1.xml', worksheetXml(sheet)] as const];
  return zipOf(
    texts.map(([path, xml]) => [path, Buffer.from(xml)]),
    at,
  );
}

export function zipOf(
  parts: Iterable<readonly [path: string, content: Buffer]>,
  at: Date,
): Promise<Buffer> {
  const layout = zipLayout(Array.from(parts, ([path, content]) => bufferEntry(path, content, at)));
  return bytesOf(layout, 0, lengthOf(layout), () => Promise.reject(new Error('nothing is stored')));
}
