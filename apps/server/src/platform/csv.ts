/**
 * CSV as RFC 4180 has it, read and written exactly: what is written reads back as it was, cell for
 * cell. A cell that a spreadsheet would take for a formula gets an apostrophe in front, which reading
 * takes away again; to keep that exact, a cell that already looks like a guarded one gets one more.
 */

export class CsvComplaint extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

export interface CsvRow {
  cells: string[];
  /** In which line of the file it begins, from 1. */
  line: number;
}

/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';
/** What starts a formula in some spreadsheet, also in its wide form or behind apostrophes. */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const GUARDED = /^'+[=+\-@\t\r\n＝＋－＠]/;

export const guard = (cell: string): string => (FORMULA.test(cell) ? `'${cell}` : cell);
export const unguard = (cell: string): string => (GUARDED.test(cell) ? cell.slice(1) : cell);

const quoted = (cell: string): string =>
  /[",\r\n]/.test(cell) || cell !== cell.trim() ? `"${cell.replaceAll('"', '""')}"` : cell;

export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => quoted(guard(cell))).join(',')}\r\n`;

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map(csvLine).join('');

/** Lines may end in any of the three ways; empty lines are left out. */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  const source = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  let at = 0;
  let line = 1;
  let row: CsvRow = { cells: [], line };

  const endRow = (): void => {
    if (row.cells.length > 1 || row.cells[0] !== '') rows.push(row);
    line += 1;
    row = { cells: [], line };
  };

  const quotedCell = (): string => {
    const started = line;
    let cell = '';
    for (at += 1; ;) {
      const end = source.indexOf('"', at);
      if (end === -1) throw new CsvComplaint('A quotation mark is never closed', started);
      const part = source.slice(at, end);
      line += part.match(/\r\n|\r|\n/g)?.length ?? 0;
      cell += part;
      at = end + 1;
      if (source[at] !== '"') return cell;
      cell += '"';
      at += 1;
    }
  };

  const plainCell = (): string => {
    const start = at;
    const stop = /[,\r\n]|$/g;
    stop.lastIndex = at;
    at = stop.exec(source)!.index;
    return source.slice(start, at);
  };

  while (at < source.length) {
    row.cells.push(unguard(source[at] === '"' ? quotedCell() : plainCell()));
    if (at >= source.length) break;
    const ending = /\r\n|[,\r\n]/y;
    ending.lastIndex = at;
    const [found] = ending.exec(source) ?? [];
    if (!found) throw new CsvComplaint('Text follows a closing quotation mark', line);
    at += found.length;
    if (found !== ',') endRow();
    else if (at >= source.length) row.cells.push('');
  }
  if (row.cells.length > 0) endRow();
  return rows;
}

/** Several values in one cell, each as it was. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|');

export function splitValues(cell: string): string[] {
  if (cell === '') return [];
  const values = [''];
  for (let at = 0; at < cell.length; at += 1) {
    const letter = cell[at]!;
    if (letter === '\\' && at + 1 < cell.length) values[values.length - 1] += cell[(at += 1)]!;
    else if (letter === '|') values.push('');
    else values[values.length - 1] += letter;
  }
  return values;
}
