/**
 * CSV as RFC 4180 defines it; writing and reading round-trip cell for cell. Text that a spreadsheet would take for a
 * formula gets an apostrophe in front, which reading removes again; to keep that exact, text that already looks guarded
 * gets one more.
 *
 * A spreadsheet may split lines at another separator than the comma (LibreOffice lets the user choose, Excel takes the
 * semicolon in half of Europe), and then quotation marks inside a line mean nothing. So the guard also covers the text
 * after any possible separator, which the formula option of csv-stringify does not.
 */
import { CsvError, parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';

export class CsvComplaint extends Error {
  readonly line: number;
  constructor(message: string, line: number) {
    super(message);
    this.line = line;
  }
}

export interface CsvRow {
  cells: string[];
  /** The line of the file on which the row begins, from 1. */
  line: number;
}

/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\uFEFF';
/**
 * Positions where a cell may begin and a formula follows: `=`, `+`, `-`, `@`, their fullwidth forms, or white space
 * that some programs skip, behind any number of apostrophes and quotation marks.
 */
const FORMULA_START = /(?<=^|[,;:|\t\r\n])(?=['"]*[=+\-@\t\r\n＝＋－＠])/g;
const GUARDED_START = /(?<=^|[,;:|\t\r\n])'(?=['"]*[=+\-@\t\r\n＝＋－＠])/g;

export const guard = (cell: string): string => cell.replaceAll(FORMULA_START, "'");
export const unguard = (cell: string): string => cell.replaceAll(GUARDED_START, '');

const WRITING = { record_delimiter: '\r\n', quoted_match: /[;:|\t\r\n]|^\s|\s$/ };

export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map((cells) => cells.map(guard)),
    WRITING,
  );

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + csvLines(rows);

/** No row of ours is nearly as long. A file of 5 MB may otherwise be two million cells, or rows, which take seconds. */
const MAX_ROW_LENGTH = 256 * 1024;
const MAX_CELLS = 1_000_000;
const READING = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  max_record_size: MAX_ROW_LENGTH,
};
const COMPLAINTS: Record<string, string> = {
  CSV_MAX_RECORD_SIZE: 'A row is too long',
  CSV_QUOTE_NOT_CLOSED: 'A quotation mark is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'Text follows a closing quotation mark',
  INVALID_OPENING_QUOTE: 'A quotation mark is inside a cell that does not begin with one',
};

const countLines = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;
const countEmptyLines = (text: string): number => countLines(/^[\r\n]*/.exec(text)![0]);

/** Lines may end in LF, CR or CR LF; empty lines are skipped. `maxRows` does not count the first, which names the columns. */
export function readCsv(text: string, maxRows: number): CsvRow[] {
  const source = Buffer.from(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  const rows: CsvRow[] = [];
  // Counted here: the parser counts a line break inside quotation marks twice where it is CR LF.
  let line = 1;
  let end = 0;
  let cellCount = 0;
  const keepRow = (cells: string[], { bytes }: { bytes: number }): null => {
    const raw = source.toString('latin1', end, bytes);
    cellCount += cells.length;
    if (cellCount > MAX_CELLS) throw new CsvComplaint('The file has too many cells', line);
    if (cells.length > 1 || cells[0] !== '') {
      if (rows.length > maxRows) throw new CsvComplaint(`At most ${maxRows} rows`, 1);
      rows.push({ cells: cells.map(unguard), line: line + countEmptyLines(raw) });
    }
    line += countLines(raw);
    end = bytes;
    return null;
  };
  try {
    parse(source, { ...READING, on_record: keepRow });
  } catch (error) {
    const complaint = error instanceof CsvError && COMPLAINTS[error.code];
    if (!complaint) throw error;
    throw new CsvComplaint(complaint, line + countEmptyLines(source.toString('latin1', end)));
  }
  return rows;
}

/** Several values in one cell; splitValues is the inverse. */
export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|');

export function splitValues(cell: string): string[] {
  if (cell === '') return [];
  const values = [''];
  for (let at = 0; at < cell.length; at += 1) {
    const char = cell[at]!;
    if (char === '\\' && at + 1 < cell.length) values[values.length - 1] += cell[(at += 1)]!;
    else if (char === '|') values.push('');
    else values[values.length - 1] += char;
  }
  return values;
}
