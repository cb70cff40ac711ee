/** Eight starter templates from data files, which a company can adopt and change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOAN_TYPES, type LibraryTemplate, type LoanType } from '@cairn/contract';
import type { AskedFact } from '@cairn/contract/fact-questions';
import type {
  AnswerType,
  BlockType,
  DocumentFlag,
  ReleasePhase,
  Repeat,
} from '@cairn/contract/template-terms';
import { newId } from '../../../platform/ids.ts';
import { blank } from '../elements/fields.ts';
import type { ElementRow } from '../elements/store.ts';
import type { PlainTemplate } from '../template-csv.ts';

/** The month of the data, because lending rules change. */
export const AS_OF = '2026-11';

const LIBRARY: Partial<Record<LoanType, { name: string; description: string }>> = {
  SBA_7A: { name: 'SBA 7(a)', description: 'The general SBA loan, above the small-loan limit.' },
  SBA_7A_SMALL: { name: 'SBA 7(a) Small', description: 'The shorter list of the small 7(a) loan.' },
  SBA_EXPRESS: { name: 'SBA Express', description: 'Fast decision with the lender’s own forms.' },
  SBA_504: {
    name: 'SBA 504',
    description: 'Real estate and heavy equipment with a development company.',
  },
  USDA_BI: { name: 'USDA B&I', description: 'Business and industry loans in rural areas.' },
  CONVENTIONAL_CRE: {
    name: 'Conventional real estate',
    description: 'Commercial real estate without a guarantee of an agency.',
  },
  EQUIPMENT: { name: 'Equipment', description: 'Machines and vehicles, secured by themselves.' },
  LINE_OF_CREDIT: {
    name: 'Line of credit',
    description: 'Revolving credit against receivables and inventory.',
  },
};

type Row = Record<string, string>;
function table(name: string): Row[] {
  const [head, ...lines] = readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n');
  const columns = head!.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']));
  });
}

const BLOCKS: readonly (readonly [BlockType, string | null])[] = [
  ['COMPANY', '{{businessName}}'],
  ['INDIVIDUAL', '{{individualName}}'],
  ['TRUST', '{{trustName}}'],
  ['ASSET', '{{assetName}}'],
  ['LOAN', null],
];

/** Assembles a template: folders are created when rows name them. */
class Assembly {
  readonly elements: ElementRow[] = [];
  private readonly folders = new Map<string, string>();

  folder(block: BlockType, path: readonly string[], over: Partial<ElementRow> = {}): string | null {
    if (path.length === 0) return null;
    const key = [block, ...path].join('/');
    const existing = this.folders.get(key);
    if (existing) return existing;
    const parent = this.folder(block, path.slice(0, -1));
    const id = this.add(
      { ...blank(newId(), 'FOLDER', block), ...over, title: path.at(-1)! },
      parent,
    );
    this.folders.set(key, id);
    return id;
  }

  add(row: ElementRow, parent: string | null): string {
    const position = (this.elements.length + 1) * 1024;
    this.elements.push({ ...row, parent_id: parent, position });
    return row.id;
  }
}

function assemble(code: LoanType): ElementRow[] {
  const assembly = new Assembly();
  const listRows = table('needs-lists.tsv').filter((each) =>
    each['templates']!.split(',').includes(code),
  );
  const isFact = ({ key }: Row) =>
    listRows.some(({ when }) => when!.includes(FACT_OF[key!] ?? '?'));
  for (const [block, title] of BLOCKS) {
    const root = title === null ? [] : [title];
    assembly.folder(block, root);
    for (const row of table('questions.tsv')) {
      if (!isAsked(row, block) || isFact(row)) continue;
      const folder = assembly.folder(block, [...root, 'Questions']);
      assembly.add(questionOf(row, block), folder);
    }
    for (const row of listRows.filter((each) => each['block'] === block)) {
      const folder = assembly.folder(block, [...root, ...row['folder']!.split('/')]);
      assembly.add(requestOf(row, block), folder);
    }
  }
  return assembly.elements.filter((row) => row.parent_id !== null || hasChildren(assembly, row));
}

const hasChildren = ({ elements }: Assembly, { id }: ElementRow): boolean =>
  elements.some(({ parent_id }) => parent_id === id);

const PROVIDERS: Record<string, ElementRow['provider']> = {
  borrower: 'BORROWER',
  lender: 'LENDER',
  'third-party': 'THIRD_PARTY',
};
/** Repetitions: "last 3 years" are three returns; a statement of several months is one request. */
const REPEATED: Record<string, [Repeat, number, string]> = {
  'last 3 years': ['YEAR', 3, '{{year}} '],
};

function requestOf(row: Row, block: BlockType): ElementRow {
  const repeated = row['key']!.endsWith('tax-returns') ? REPEATED[row['period']!] : undefined;
  const modifiers = row['flags']!.split(',').filter(Boolean) as DocumentFlag[];
  const note = row['note'] || null;
  const prefixTitle = (title: string) => (repeated ? `${repeated[2]}${lowerFirst(title)}` : title);
  return {
    ...blank(newId(), 'FILE', block),
    title: prefixTitle(row['title']!),
    borrower_title: row['audience_title'] ? prefixTitle(row['audience_title']) : null,
    description: row['ask'] || null,
    repeat_per: repeated?.[0] ?? null,
    repeat_count: repeated?.[1] ?? null,
    modifiers,
    locations: locationsOf(modifiers),
    priority_type: modifiers.includes('APPLY_NOW') ? 'HIGH' : 'MEDIUM',
    // Documents that the lender writes are not requested from the borrower.
    required: row['provider'] === 'borrower',
    release_phase: row['release'] as ReleasePhase,
    has_expiration: row['expires'] === 'yes',
    fresh_days: row['fresh_days'] ? Number(row['fresh_days']) : null,
    due_days: modifiers.includes('APPLY_NOW') ? 14 : null,
    condition: row['when'] || null,
    key: row['key']!,
    aliases: row['aliases'] ? row['aliases'].split('|') : [],
    provider: PROVIDERS[row['provider']!] ?? null,
    stage: (row['stage'] || null) as ElementRow['stage'],
    doc_group: row['group'] || null,
    period: row['period'] || null,
    sba_tab: row['ten_tab'] || null,
    note,
    check_with_counsel:
      note !== null && /unverified|not verified|from knowledge|inferred/.test(note),
  };
}

/** Lower case after a year, as in "2025 business federal tax returns", but "IRS" stays. */
const lowerFirst = (title: string): string =>
  /^[A-Z][a-z]/.test(title) ? title[0]!.toLowerCase() + title.slice(1) : title;

function locationsOf(modifiers: readonly string[]): ElementRow['locations'] {
  const locations: ElementRow['locations'] = ['PACKAGE'];
  if (modifiers.includes('APPLY_NOW')) locations.push('APPLICATION');
  if (modifiers.includes('CLOSING')) locations.push('CLOSING');
  return locations;
}

const QUESTION_BLOCKS: Record<string, BlockType> = {
  business: 'COMPANY',
  individual: 'INDIVIDUAL',
  collateral: 'ASSET',
  'loan request': 'LOAN',
};
/** Stored in the data of the person, business or loan, encrypted if necessary, so it is not requested again. */
const OF_THE_RECORD = new Set(
  `legal_name dba entity_type ein start_date state_formed address phone email full_name ownership ssn
   birth_date home_address mobile personal_email collateral_kind amount purpose`.split(/\s+/),
);
const QUESTION_TYPES: Record<string, AnswerType> = {
  text: 'TEXT',
  number: 'NUMBER',
  money: 'NUMBER',
  percent: 'NUMBER',
  date: 'DATE',
  choice: 'CHOICE',
  address: 'ADDRESS',
  yesno: 'YES_NO',
};

/** Asked as a fact question when a request depends on it, so it is not requested again. */
const FACT_OF: Record<string, AskedFact> = { is_franchise: 'loan.isFranchise' };

const isAsked = (row: Row, block: BlockType): boolean =>
  QUESTION_BLOCKS[row['block']!] === block && !OF_THE_RECORD.has(row['key']!);

const questionOf = (row: Row, block: BlockType): ElementRow => ({
  ...blank(newId(), 'FILE', block),
  title: row['label']!,
  answer_type: QUESTION_TYPES[row['type']!]!,
  choices: row['choices'] ? row['choices'].split('|') : [],
  description: row['help'] || null,
  required: row['required'] === 'yes',
  release_phase: row['release'] as ReleasePhase,
  locations: ['PACKAGE', 'APPLICATION'],
  key: row['key']!,
  provider: 'BORROWER',
  stage: 'LEAD',
});

/** A new copy with new ids. */
export function libraryTemplate(key: string): PlainTemplate | undefined {
  const existing = Object.hasOwn(LIBRARY, key) ? LIBRARY[key as LoanType] : undefined;
  if (!existing) return undefined;
  return {
    name: existing.name,
    block_type: 'LOAN',
    loan_type: key,
    entity_type: null,
    elements: assemble(key as LoanType),
  };
}

let summaries: LibraryTemplate[] | undefined;
export function librarySummaries(): LibraryTemplate[] {
  summaries ??= (Object.keys(LIBRARY) as LoanType[]).map((key) => {
    const { elements } = libraryTemplate(key)!;
    return {
      key,
      name: LIBRARY[key]!.name,
      loanType: LOAN_TYPES[key],
      description: LIBRARY[key]!.description,
      totalElements: elements.length,
      totalFiles: elements.filter(({ storage_type }) => storage_type === 'FILE').length,
      totalUnverified: elements.filter(({ check_with_counsel }) => check_with_counsel).length,
      asOf: AS_OF,
    };
  });
  return summaries;
}
