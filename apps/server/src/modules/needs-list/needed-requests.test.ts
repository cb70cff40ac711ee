import { describe, expect, test } from 'vitest';
import type { TemplateElementRow } from '../templates/index.ts';
import { subjectsOf, type EntityToAsk, type LoanToAsk } from './facts.ts';
import { neededRequests, type Subject } from './needed-requests.ts';

const AS_OF = new Date('2026-02-10T12:00:00Z');

const row = (id: string, over: Partial<TemplateElementRow> = {}): TemplateElementRow =>
  ({
    id,
    parent_id: null,
    position: 1,
    block_type: 'LOAN',
    storage_type: 'FILE',
    answer_type: 'DOCUMENT',
    choices: [],
    title: id,
    naming_strategy: 'TITLE',
    description: null,
    include_description: true,
    priority_type: 'MEDIUM',
    visible_at_status: null,
    hidden: false,
    required: true,
    modifiers: [],
    locations: ['PACKAGE'],
    has_expiration: false,
    due_days: null,
    answer_document_id: null,
    repeat_per: null,
    repeat_count: null,
    condition: null,
    ...over,
  }) as TemplateElementRow;
const folder = (id: string, over: Partial<TemplateElementRow> = {}) =>
  row(id, { storage_type: 'FOLDER', answer_type: null, ...over });
const loan: LoanToAsk = {
  name: 'Larkspur',
  short_code: 'lark-1',
  loan_type: 'SBA_7A',
  loan_purpose: 'Construction',
  amount: 100,
};
const bakery: EntityToAsk = {
  entity_id: 'e1',
  kind: 'COMPANY',
  name: 'Larkspur Bakery LLC',
  labels: ['APPLICANT'],
  fields: { legalName: 'Larkspur Bakery LLC', entityType: 'S_CORP', formedOn: '2025-06-01' },
};
const elena: EntityToAsk = {
  entity_id: 'e2',
  kind: 'INDIVIDUAL',
  name: 'Elena Marsh',
  labels: [],
  fields: {},
};
const owns = (share: number) => [
  {
    ownerId: 'e2',
    ownerName: 'Elena Marsh',
    ownerKind: 'INDIVIDUAL' as const,
    ownedId: 'e1',
    ownedName: 'Larkspur Bakery LLC',
    share,
    asOf: null,
  },
];
const subjects = (shares = owns(2000)): Subject[] =>
  subjectsOf(loan, [bakery, elena], shares, AS_OF);
const titles = (rows: TemplateElementRow[], of = subjects()) =>
  neededRequests(rows, of, AS_OF).map(({ item }) => item.title);

describe('what a template asks for', () => {
  test('each year and each month back from the day of the loan, each with a title of its own', () => {
    expect(titles([row('{{year}} return', { repeat_per: 'YEAR', repeat_count: 3 })])).toEqual([
      '2025 return',
      '2024 return',
      '2023 return',
    ]);
    expect(titles([row('Statement', { repeat_per: 'MONTH', repeat_count: 2 })])).toEqual([
      'Statement January 2026',
      'Statement December 2025',
    ]);
  });

  test('a start-up is what the lender says, and what the date formed says where nothing was said', () => {
    const startup = (fields: object) =>
      subjectsOf(loan, [{ ...bakery, fields: { ...bakery.fields, ...fields } }], [], AS_OF)[1]!
        .facts['entity.isStartup'];
    expect([startup({}), startup({ isStartup: 'NO' }), startup({ formedOn: undefined })]).toEqual([
      true,
      false,
      undefined,
    ]);
    expect(startup({ formedOn: '2001-01-01', isStartup: 'YES' })).toBe(true);
  });

  test('one for each owner who has enough', () => {
    const form = row('Form', { block_type: 'COMPANY', repeat_per: 'OWNER', repeat_count: 20 });
    expect(titles([form])).toEqual(['Form Elena Marsh']);
    expect(titles([form], subjects(owns(1999)))).toEqual([]);
  });

  test('a block is repeated for each entity of its kind, its first folder being the entity’s', () => {
    const rows = [
      folder('f', { block_type: 'COMPANY', title: '{{businessName}}' }),
      row('Articles', { block_type: 'COMPANY', parent_id: 'f' }),
      row('ID', { block_type: 'INDIVIDUAL', naming_strategy: 'ENTITY_TITLE' }),
    ];
    expect(neededRequests(rows, subjects(), AS_OF)).toMatchObject([
      { item: { title: 'Articles' }, parentKey: null, path: ['Larkspur Bakery LLC'] },
      { item: { title: 'Elena Marsh - ID' }, entityId: 'e2' },
    ]);
  });

  test('by facts: kind, age, ownership, purpose; an unknown fact defers the request', () => {
    const firesFor = (condition: string, block_type: TemplateElementRow['block_type']) =>
      neededRequests([row('A', { condition, block_type })], subjects(), AS_OF).map(
        ({ fires }) => fires,
      );
    expect(firesFor('entity.kind == CORPORATION', 'COMPANY')).toEqual([true]);
    expect(firesFor('entity.isStartup == true', 'COMPANY')).toEqual([true]);
    expect(firesFor('entity.ownership >= 20', 'INDIVIDUAL')).toEqual([true]);
    expect(firesFor('entity.ownership > 20', 'INDIVIDUAL')).toEqual([]);
    expect(firesFor('loan.hasConstruction == true', 'LOAN')).toEqual([true]);
    expect(firesFor('loan.isChangeOfOwnership == true', 'LOAN')).toEqual([]);
    expect(firesFor('loan.isFranchise == true', 'LOAN')).toEqual(['unknown']);
  });

  test('a folder’s condition holds for what is in it', () => {
    const rows = [
      folder('f', { title: 'Large', condition: 'loan.amount > 50' }),
      row('Appraisal', { parent_id: 'f', condition: 'loan.type == SBA_7A' }),
    ];
    expect(neededRequests(rows, subjects(), AS_OF)[1]).toMatchObject({
      rule: '(loan.amount > 50) and (loan.type == SBA_7A)',
      because: ['loan.amount > 50', 'loan.type == SBA_7A'],
    });
    const small = subjectsOf({ ...loan, amount: 10 }, [], [], AS_OF);
    expect(titles(rows, small)).toEqual([]);
  });
});
