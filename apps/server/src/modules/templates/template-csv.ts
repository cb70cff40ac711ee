/**
 * Exports a template as a CSV file, and imports it. A row is an element, its level is its depth, and its position in
 * the file is its position in the tree, so that a template can be edited in a spreadsheet. Importing an export gives
 * the same template, without the files of its elements.
 */
import { ENTITY_TYPES, LOAN_TYPE_CODES, type ElementFields } from '@cairn/contract';
import {
  ANSWER_TYPES,
  BLOCK_TYPES,
  MAX_CSV_ROWS,
  MAX_TEMPLATE_DEPTH,
  MAX_TEMPLATE_ELEMENTS,
  type BlockType,
} from '@cairn/contract/template-terms';
import { elementFields } from '@cairn/contract/template-shapes';
import { CsvComplaint, joinValues, readCsv, splitValues, writeCsv } from '../../platform/csv.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { blank, withFields } from './elements/fields.ts';
import type { ElementRow } from './elements/store.ts';
import { inReadingOrder } from './present.ts';

export interface PlainTemplate {
  name: string;
  block_type: BlockType;
  loan_type: string | null;
  entity_type: string | null;
  elements: ElementRow[];
}

/** Writes a field as a cell, and parses a cell. */
interface Cell {
  write(row: ElementRow): string;
  read(cell: string): unknown;
}
const words = (column: keyof ElementRow): Cell => ({
  write: (row) => (row[column] as string | null) ?? '',
  read: (cell) => (cell === '' ? null : cell),
});
const yesNo = (column: keyof ElementRow): Cell => ({
  write: (row) => (row[column] ? 'yes' : 'no'),
  read: (cell) =>
    ({ yes: true, no: false })[cell.toLowerCase()] ?? (cell === '' ? undefined : cell),
});
const whole = (column: keyof ElementRow): Cell => ({
  write: (row) => String(row[column] ?? ''),
  read: (cell) => (cell === '' ? null : /^\d+$/.test(cell) ? Number(cell) : cell),
});
const several = (column: keyof ElementRow): Cell => ({
  write: (row) => joinValues(row[column] as string[]),
  read: (cell) => splitValues(cell),
});

const FIELDS: Record<Exclude<keyof ElementFields, 'answerType'>, Cell> = {
  title: words('title'),
  namingStrategy: words('naming_strategy'),
  description: words('description'),
  includeDescription: yesNo('include_description'),
  choices: several('choices'),
  priorityType: words('priority_type'),
  visibleAtStatus: words('visible_at_status'),
  releasePhase: words('release_phase'),
  borrowerTitle: words('borrower_title'),
  hidden: yesNo('hidden'),
  required: yesNo('required'),
  modifiers: several('modifiers'),
  locations: several('locations'),
  hasExpiration: yesNo('has_expiration'),
  freshDays: whole('fresh_days'),
  dueDays: whole('due_days'),
  repeatPer: words('repeat_per'),
  repeatCount: whole('repeat_count'),
  condition: words('condition'),
  key: words('key'),
  aliases: several('aliases'),
  provider: words('provider'),
  stage: words('stage'),
  docGroup: words('doc_group'),
  period: words('period'),
  sbaTab: words('sba_tab'),
  note: words('note'),
  checkWithCounsel: yesNo('check_with_counsel'),
};
/** Empty cells of these columns keep the default of a new element. */
const NEVER_EMPTY = new Set(['namingStrategy', 'priorityType', 'locations']);

const FRAME = [
  'template',
  'name',
  'templateBlock',
  'loanType',
  'entityType',
  'level',
  'kind',
  'block',
];
export const CSV_COLUMNS: readonly string[] = [...FRAME, ...Object.keys(FIELDS)];

export function templatesToCsv(templates: readonly PlainTemplate[]): string {
  return writeCsv([CSV_COLUMNS, ...templates.flatMap((each, index) => rowsOf(each, index + 1))]);
}

function rowsOf(template: PlainTemplate, number: number): string[][] {
  const frame = [
    String(number),
    template.name,
    template.block_type,
    template.loan_type ?? '',
    template.entity_type ?? '',
  ];
  const levels = new Map<string, number>();
  const rows = inReadingOrder(template.elements).map((row) => {
    const level = row.parent_id === null ? 1 : levels.get(row.parent_id)! + 1;
    levels.set(row.id, level);
    const kind = row.answer_type ?? 'FOLDER';
    const cells = Object.values(FIELDS).map((cell) => cell.write(row));
    return [...frame, String(level), kind, row.block_type, ...cells];
  });
  const empty = CSV_COLUMNS.slice(frame.length).map(() => '');
  return rows.length > 0 ? rows : [[...frame, ...empty]];
}

class Complaints {
  readonly found: Record<string, string> = {};
  add(line: number, why: string): void {
    if (Object.keys(this.found).length < 20) this.found[`line ${line}`] ??= why;
  }
  throwIfAny(): void {
    if (Object.keys(this.found).length > 0) {
      throw new ApiError('INVALID_REQUEST', { fieldErrors: this.found });
    }
  }
}

interface Line {
  line: number;
  at(column: string): string;
  has(column: string): boolean;
}

/** Every line by column; throws if the first line has unknown columns. */
function linesOf(text: string): Line[] {
  const [head, ...rows] = readRows(text);
  const complaints = new Complaints();
  if (!head) throw lineError(1, 'The file is empty');
  const places = new Map(head.cells.map((name, index) => [name.trim(), index]));
  for (const name of places.keys()) {
    if (!CSV_COLUMNS.includes(name)) complaints.add(head.line, `"${name}" is no known column`);
  }
  for (const name of ['name', 'level', 'kind', 'title']) {
    if (!places.has(name)) complaints.add(head.line, `The column "${name}" is missing`);
  }
  complaints.throwIfAny();
  return rows.map(({ cells, line }) => ({
    line,
    has: (column) => places.has(column),
    at: (column) => cells[places.get(column) ?? -1] ?? '',
  }));
}

const lineError = (line: number, why: string): ApiError => invalidField(`line ${line}`, why);

function readRows(text: string) {
  try {
    return readCsv(text, MAX_CSV_ROWS);
  } catch (error) {
    if (error instanceof CsvComplaint) throw lineError(error.line, error.message);
    throw error;
  }
}

export function templatesFromCsv(text: string): PlainTemplate[] {
  const complaints = new Complaints();
  const templates: { number: string; template: PlainTemplate; path: ElementRow[] }[] = [];
  for (const line of linesOf(text)) {
    const number = line.at('template') || line.at('name');
    if (templates.at(-1)?.number !== number) {
      templates.push({ number, template: headOf(line, complaints), path: [] });
    }
    const { template, path } = templates.at(-1)!;
    if (line.at('level') === '' && line.at('title') === '') continue;
    if (template.elements.length >= MAX_TEMPLATE_ELEMENTS) {
      throw lineError(line.line, 'A template can have at most 5,000 elements');
    }
    const row = elementOf(line, template, path, complaints);
    if (!row) continue;
    template.elements.push(row);
    path.push(row);
  }
  complaints.throwIfAny();
  if (templates.length === 0) throw lineError(2, 'There is no template in this file');
  return templates.map(({ template }) => template);
}

function headOf(line: Line, complaints: Complaints): PlainTemplate {
  const name = line.at('name').trim();
  const block = line.at('templateBlock') || 'LOAN';
  const loanType = line.at('loanType') || null;
  const entityType = line.at('entityType') || null;
  if (name === '' || name.length > 255) complaints.add(line.line, 'name: 1 to 255 characters');
  if (!Object.hasOwn(BLOCK_TYPES, block)) complaints.add(line.line, `"${block}" is no block`);
  if (loanType !== null && !(LOAN_TYPE_CODES as string[]).includes(loanType)) {
    complaints.add(line.line, `"${loanType}" is no loan type`);
  }
  if (entityType !== null && !Object.hasOwn(ENTITY_TYPES, entityType)) {
    complaints.add(line.line, `"${entityType}" is no entity type`);
  }
  return {
    name,
    block_type: block as BlockType,
    loan_type: loanType,
    entity_type: entityType,
    elements: [],
  };
}

const STEP = 1024;

/** `path` is the path to the previous element, which contains the folder of this row. */
function elementOf(
  line: Line,
  template: PlainTemplate,
  path: ElementRow[],
  complaints: Complaints,
): ElementRow | undefined {
  const level = Number(line.at('level'));
  const kind = line.at('kind');
  const complain = (why: string): undefined => {
    complaints.add(line.line, why);
    return undefined;
  };
  if (!Number.isInteger(level) || level < 1 || level > MAX_TEMPLATE_DEPTH) {
    return complain(`level: a number from 1 to ${MAX_TEMPLATE_DEPTH}`);
  }
  if (level > path.length + 1) return complain('level: the folder around it is missing');
  if (kind !== 'FOLDER' && !Object.hasOwn(ANSWER_TYPES, kind))
    return complain(`"${kind}" is no kind`);
  path.length = level - 1;
  const parent = path.at(-1);
  if (parent && parent.storage_type !== 'FOLDER')
    return complain('Only a folder holds other elements');
  const block = line.at('block') || parent?.block_type || template.block_type;
  if (!Object.hasOwn(BLOCK_TYPES, block)) return complain(`"${block}" is no block`);
  if (parent ? block !== parent.block_type : isMisplaced(block, template)) {
    return complain('block: not the one of the folder or template around it');
  }
  const fields = fieldsOf(line, kind);
  const parsed = elementFields.safeParse(fields);
  if (!parsed.success || !parsed.data.title) {
    const [issue] = parsed.error?.issues ?? [];
    return complain(issue ? `${issue.path.join('.')}: ${issue.message}` : 'title: Required');
  }
  const row = blank(newId(), kind === 'FOLDER' ? 'FOLDER' : 'FILE', block as BlockType);
  try {
    return withFields(
      {
        ...row,
        parent_id: parent?.id ?? null,
        position: (template.elements.length + 1) * STEP,
      },
      parsed.data,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return complain(Object.values(error.fieldErrors ?? {}).join());
  }
}

const isMisplaced = (block: string, template: PlainTemplate): boolean =>
  template.block_type !== 'LOAN' && block !== template.block_type;

function fieldsOf(line: Line, kind: string): Record<string, unknown> {
  const fields: Record<string, unknown> = kind === 'FOLDER' ? {} : { answerType: kind };
  for (const [name, cell] of Object.entries(FIELDS)) {
    const text = line.at(name);
    if (!line.has(name) || (text === '' && NEVER_EMPTY.has(name))) continue;
    fields[name] = cell.read(text);
  }
  return fields;
}
