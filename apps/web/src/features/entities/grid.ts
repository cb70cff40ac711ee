import { checkInformation, ENTITY_FIELDS, type EntityKind } from '@cairn/contract/entity-fields';
import type { FieldDefinition } from '@cairn/contract/field-checks';

/** The columns of the spreadsheet: all fields except long texts. */
export const columnsOf = (kind: EntityKind): readonly FieldDefinition[] =>
  ENTITY_FIELDS[kind].filter((field) => field.kind !== 'longText');

export type Cells = Record<string, string>;
export const isEmpty = (row: Cells): boolean => Object.values(row).every((cell) => !cell.trim());

/** Parses tab-separated lines, with quotes around cells that contain tabs or line breaks, as spreadsheets copy them. */
export function parseClipboard(text: string): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let quoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell);
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') cell += text[(at += 1)];
      else quoted = false;
    } else if (char === '"' && cell === '') quoted = true;
    else if (char === '\t') endCell();
    else if (char === '\n') {
      endCell();
      rows.push([]);
    } else if (char !== '\r') cell += char;
  }
  endCell();
  return rows.filter((row) => row.some((each) => each !== ''));
}

const lettersOnly = (word: string): string => word.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Other names that spreadsheets use for a column, besides the field's name and label. */
const ALSO: Record<string, readonly string[]> = {
  familyName: ['surname'],
  emailAddress: ['email'],
  ssn: ['socialsecuritynumber', 'itin'],
  birthDate: ['dob', 'birthday'],
  taxId: ['ein', 'tin'],
  postalCode: ['zip'],
};

/** The field names for the columns of the first line, or null if the line is not a header. */
function headings(first: string[], columns: readonly FieldDefinition[]): string[] | null {
  const fields = first.map((cell) => {
    const word = lettersOnly(cell);
    return columns.find(({ name, label }) =>
      [name, label, ...(ALSO[name] ?? [])].some((each) => lettersOnly(each) === word),
    );
  });
  return fields.filter(Boolean).length >= Math.min(2, first.length)
    ? fields.map((field) => field?.name ?? '')
    : null;
}

/** The rows after a paste into a cell. The grid grows as needed, up to `most` rows. */
export function pasteRows(
  rows: readonly Cells[],
  kind: EntityKind,
  at: { row: number; column: number },
  text: string,
  most: number,
): Cells[] {
  const columns = columnsOf(kind);
  const lines = parseClipboard(text);
  const headingNames = headings(lines[0] ?? [], columns);
  const names = headingNames ?? columns.slice(at.column).map(({ name }) => name);
  const next = [...rows];
  for (const [index, line] of (headingNames ? lines.slice(1) : lines).entries()) {
    const target = at.row + index;
    if (target >= most) break;
    const cells: Cells = { ...next[target] };
    line.forEach((cell, column) => {
      const name = names[column];
      if (name) cells[name] = cell.trim();
    });
    next[target] = cells;
  }
  return next;
}

export interface RowErrors {
  [row: number]: Record<string, string>;
}

/** The cells whose text differs from the saved value, including spaces, so that a space can be typed. */
export const typeInCell = (saved: Cells, now: Cells): Cells =>
  Object.fromEntries(Object.entries(now).filter(([name, cell]) => cell !== (saved[name] ?? '')));

/** The cells whose trimmed text differs from the saved value. */
export const changesIn = (saved: Cells, now: Cells): Cells =>
  Object.fromEntries(
    Object.entries(now).filter(([name, cell]) => cell.trim() !== (saved[name] ?? '')),
  );

/** Errors of each row. New rows are validated completely unless they are empty; existing rows only by their changes. */
export function errorsIn(
  kind: EntityKind,
  rows: readonly Cells[],
  extent: 'whole' | 'change' = 'whole',
): RowErrors {
  const rowErrors: RowErrors = {};
  for (const [index, row] of rows.entries()) {
    if (extent === 'whole' && isEmpty(row)) continue;
    const { errors } = checkInformation(kind, row, extent);
    if (Object.keys(errors).length > 0) rowErrors[index] = errors;
  }
  return rowErrors;
}

/** Maps the server's errors, which are indexed by the rows that were sent, to the rows of the grid. */
export function rowErrorsOf(
  fieldErrors: Record<string, string>,
  sentRows: readonly number[],
): RowErrors {
  const rowErrors: RowErrors = {};
  for (const [path, why] of Object.entries(fieldErrors)) {
    const [index, , name] = path.split('.');
    const row = sentRows[Number(index)];
    if (row !== undefined) rowErrors[row] = { ...rowErrors[row], [name ?? '']: why };
  }
  return rowErrors;
}
