/** Field sets as a CSV file. Each row is a field, with its set and group. */
import { LOAN_TYPE_CODES } from '@cairn/contract';
import { MAX_CSV_ROWS, FIELD_TYPES, type FieldType } from '@cairn/contract/template-terms';
import { CsvComplaint, readCsv, splitValues } from '../../platform/csv.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';

export interface FieldLine {
  group: string;
  groupOrder: number;
  key: string;
  label: string;
  type: FieldType;
  choices: string[];
  required: boolean;
  help: string | null;
  displayOrder: number;
}
export interface FieldSetLines {
  name: string;
  loanType: string | null;
  fields: FieldLine[];
}

const FIELD_COLUMNS = [
  'set',
  'loanType',
  'group',
  'key',
  'label',
  'type',
  'choices',
  'required',
  'help',
] as const;
type Column = (typeof FIELD_COLUMNS)[number];

const lineError = (line: number, why: string): ApiError => invalidField(`line ${line}`, why);

function rowsOf(text: string) {
  try {
    return readCsv(text, MAX_CSV_ROWS);
  } catch (error) {
    if (error instanceof CsvComplaint) throw lineError(error.line, error.message);
    throw error;
  }
}

/** Keeps the order of the file: groups in the order in which they first appear, fields by row. */
export function fieldSetsFromCsv(text: string): FieldSetLines[] {
  const [head, ...rows] = rowsOf(text);
  if (!head || rows.length === 0) throw lineError(1, 'This file has no fields');
  const places = new Map(head.cells.map((name, index) => [name.trim(), index]));
  for (const name of places.keys()) {
    if (!(FIELD_COLUMNS as readonly string[]).includes(name)) {
      throw lineError(head.line, `"${name}" is no known column`);
    }
  }
  for (const name of ['set', 'group', 'key', 'label', 'type']) {
    if (!places.has(name)) throw lineError(head.line, `The column "${name}" is missing`);
  }
  const sets = new Map<string, FieldSetLines>();
  for (const { cells, line } of rows) {
    addField(sets, (column) => (cells[places.get(column) ?? -1] ?? '').trim(), line);
  }
  return [...sets.values()];
}

function addField(
  sets: Map<string, FieldSetLines>,
  at: (column: Column) => string,
  line: number,
): void {
  for (const column of ['set', 'group', 'label'] as const) {
    if (at(column) === '' || at(column).length > 255)
      throw lineError(line, `${column}: 1 to 255 characters`);
  }
  const [key, type, loanType] = [at('key'), at('type').toUpperCase(), at('loanType') || null];
  if (!/^[A-Za-z][\w.-]{0,99}$/.test(key)) throw lineError(line, 'key: letters, digits, . _ and -');
  if (!Object.hasOwn(FIELD_TYPES, type)) throw lineError(line, `"${at('type')}" is no type`);
  if (loanType !== null && !(LOAN_TYPE_CODES as string[]).includes(loanType)) {
    throw lineError(line, `"${loanType}" is no loan type`);
  }
  if (at('help').length > 2000) throw lineError(line, 'help: at most 2,000 characters');
  if (!['yes', 'no', ''].includes(at('required').toLowerCase())) {
    throw lineError(line, 'required: yes or no');
  }
  const set = sets.get(at('set').toLowerCase()) ?? { name: at('set'), loanType, fields: [] };
  sets.set(at('set').toLowerCase(), set);
  if (set.fields.some((field) => field.key === key))
    throw lineError(line, `"${key}" is there twice`);
  const groups = [...new Set(set.fields.map(({ group }) => group))];
  const groupOrder = groups.includes(at('group')) ? groups.indexOf(at('group')) : groups.length;
  set.fields.push({
    group: at('group'),
    groupOrder,
    key,
    label: at('label'),
    type: type as FieldType,
    choices: splitValues(at('choices')),
    required: at('required').toLowerCase() === 'yes',
    help: at('help') || null,
    displayOrder: set.fields.length,
  });
}
