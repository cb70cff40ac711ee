/** The demo lender's own template draft, and the detail fields of its loans. */
import { blank } from '@cairn/server/modules/templates/elements/fields';
import type { ElementRow } from '@cairn/server/modules/templates/elements/store';
import { libraryTemplate, librarySummaries } from '@cairn/server/modules/templates/library/library';
import { newId } from '@cairn/server/platform/ids';
import type { Account, Company, TestData, Template } from '@cairn/testing/factories/test-data';
import type pg from 'pg';

/** SBA tabs by title, as in the library's needs lists. */
const SBA_TABS: Record<string, string> = {
  '{{year}} business tax return': '7',
  '{{year}} K-1, {{ownerName}}': '7',
  'IRS Form 4506-C': '7',
  'Interim balance sheet': '7',
  'Interim profit and loss': '7',
  'Debt schedule': '7',
  'Business debt schedule': '7',
  'Personal financial statement': '7',
  'Credit memo': '2',
  'Operating agreement': '4',
  'Life insurance policy': '4',
  'Trust agreement with amendments': '4',
  'Lease between trust and business': '4',
  'Franchise agreement': '3',
  'Phase I environmental report': '3',
  'Settlement statement': '5',
  'Purchase contract': '5',
};

let count = 0;
const element = (
  inside: ElementRow | null,
  block: ElementRow['block_type'],
  title: string,
  more: Partial<ElementRow> = {},
): ElementRow => {
  count += 1;
  const kind = more.answer_type === null ? 'FOLDER' : 'FILE';
  const place = { parent_id: inside?.id ?? null, position: count * 1024 };
  const sba_tab = SBA_TABS[title] ?? null;
  return { ...blank(newId(), kind, block), ...place, title, sba_tab, ...more };
};
const folder = (
  inside: ElementRow | null,
  block: ElementRow['block_type'],
  title: string,
): ElementRow => element(inside, block, title, { answer_type: null, required: false });

const business = folder(null, 'COMPANY', '{{businessName}}');
const taxes = folder(business, 'COMPANY', 'Tax returns');
const statements = folder(business, 'COMPANY', 'Financial statements');
const organization = folder(business, 'COMPANY', 'Organization');
const individual = folder(null, 'INDIVIDUAL', '{{individualName}}');
const property = folder(null, 'ASSET', '{{propertyAddress}}');
const closing = folder(null, 'LOAN', 'Closing');

const ACQUISITION: ElementRow[] = [
  business,
  taxes,
  element(taxes, 'COMPANY', '{{year}} business tax return', {
    description: 'All pages and schedules, signed. We need the three most recent years.',
    priority_type: 'HIGH',
    repeat_per: 'YEAR',
    repeat_count: 3,
    has_expiration: true,
    due_days: 14,
  }),
  element(taxes, 'COMPANY', '{{year}} K-1, {{ownerName}}', {
    description: 'The K-1 of each owner, from the business’s return.',
    priority_type: 'HIGH',
    repeat_per: 'OWNER',
    repeat_count: 20,
  }),
  element(taxes, 'COMPANY', 'IRS Form 4506-C', {
    modifiers: ['FILLABLE_FORM', 'SIGNATURE_REQUIRED', 'SYSTEM_FORM'],
  }),
  statements,
  element(statements, 'COMPANY', 'Interim balance sheet', {
    priority_type: 'HIGH',
    fresh_days: 90,
    has_expiration: true,
  }),
  element(statements, 'COMPANY', 'Interim profit and loss', {
    priority_type: 'HIGH',
    fresh_days: 90,
    has_expiration: true,
  }),
  element(statements, 'COMPANY', 'Debt schedule', {
    modifiers: ['EDITABLE_XLS'],
    required: false,
  }),
  organization,
  element(organization, 'COMPANY', 'Operating agreement', {
    condition: 'entity.kind == LLC',
    modifiers: ['NEEDS_LEGAL_REVIEW'],
    check_with_counsel: true,
    note: 'Asked of every LLC; common closing requirement, unverified',
  }),
  individual,
  element(individual, 'INDIVIDUAL', 'Driver’s license', {
    description: 'Front and back.',
    priority_type: 'HIGH',
    has_expiration: true,
  }),
  element(individual, 'INDIVIDUAL', 'Personal financial statement', {
    description: 'SBA Form 413.',
    priority_type: 'HIGH',
    modifiers: ['FILLABLE_FORM', 'SIGNATURE_REQUIRED', 'SYSTEM_FORM'],
    condition: 'entity.ownership >= 20 or entity.label == GUARANTOR',
  }),
  element(individual, 'INDIVIDUAL', 'Credit memo', {
    priority_type: 'LOW',
    modifiers: ['INTERNAL_ONLY'],
    required: false,
  }),
  property,
  element(property, 'ASSET', 'Phase I environmental report', {
    condition: 'collateral.kind == realEstate and loan.amount > 250000',
    fresh_days: 180,
  }),
  closing,
  element(closing, 'LOAN', 'Settlement statement', {
    modifiers: ['CLOSING'],
    locations: ['PACKAGE', 'CLOSING'],
    visible_at_status: 'REVIEW_COMPLETE',
  }),
  element(closing, 'LOAN', 'Is the seller a relative or a partner?', {
    answer_type: 'YES_NO',
  }),
];

const buyer = folder(null, 'COMPANY', '{{businessName}}');
const guarantor = folder(null, 'INDIVIDUAL', '{{individualName}}');
const trust = folder(null, 'TRUST', '{{trustName}}');
const building = folder(null, 'ASSET', '{{assetName}}');
const project = folder(null, 'LOAN', 'Project');

/** Elements of the draft; those that are not required are suggested when their rule holds. */
const REAL_ESTATE: ElementRow[] = [
  buyer,
  element(buyer, 'COMPANY', '{{year}} business tax return', {
    description: 'All pages and schedules, signed.',
    priority_type: 'HIGH',
    repeat_per: 'YEAR',
    repeat_count: 3,
    due_days: 14,
  }),
  element(buyer, 'COMPANY', 'Business debt schedule', {
    description: 'Every loan and lease, with balance, payment and maturity.',
  }),
  element(buyer, 'COMPANY', 'Operating agreement', { condition: 'entity.kind == LLC' }),
  element(buyer, 'COMPANY', 'Franchise agreement', { condition: 'loan.isFranchise == true' }),
  guarantor,
  element(guarantor, 'INDIVIDUAL', 'Driver’s license', { description: 'Front and back.' }),
  element(guarantor, 'INDIVIDUAL', 'Personal financial statement', {
    description: 'SBA Form 413.',
    priority_type: 'HIGH',
    condition: 'entity.ownership >= 20 or entity.label == GUARANTOR',
  }),
  element(guarantor, 'INDIVIDUAL', 'Life insurance policy', {
    description: 'Assigned to us at closing.',
    condition: 'entity.label == GUARANTOR',
    required: false,
  }),
  trust,
  element(trust, 'TRUST', 'Trust agreement with amendments'),
  element(trust, 'TRUST', 'Lease between trust and business', {
    condition: 'entity.label == EPC',
    required: false,
  }),
  building,
  element(building, 'ASSET', 'Purchase contract'),
  element(building, 'ASSET', 'Phase I environmental report', {
    condition: 'collateral.kind == realEstate and loan.amount > 250000',
    fresh_days: 180,
  }),
  element(building, 'ASSET', 'Appraisal', {
    condition: 'collateral.kind == realEstate and loan.amount > 500000',
    required: false,
  }),
  project,
  element(project, 'LOAN', 'Sources and uses', {
    description: 'How the loan and your own money will be spent.',
  }),
  element(project, 'LOAN', 'Seller’s tax returns', {
    condition: 'loan.isChangeOfOwnership == true',
    required: false,
  }),
];

type Field = readonly [number, string, string, string, string, string[], string | null];
const FIELDS: readonly Field[] = [
  [0, 'Request', 'purpose_detail', 'Tell us about your plan', 'TEXT', [], 'A few sentences.'],
  [0, 'Request', 'project_cost', 'Total project cost', 'MONEY', [], null],
  [0, 'Request', 'down_payment', 'Equity injection', 'MONEY', [], null],
  [
    0,
    'Request',
    'down_payment_source',
    'Where does that money come from?',
    'CHOICE',
    ['Savings', 'Gift', 'Retirement account', 'Home equity', 'Seller loan', 'Other'],
    null,
  ],
  [0, 'Request', 'needed_by', 'When do you need the money?', 'DATE', [], null],
  [1, 'Business', 'employees_now', 'People who work in the business today', 'NUMBER', [], null],
  [1, 'Business', 'jobs_new', 'Jobs that the loan adds in two years', 'NUMBER', [], null],
  [1, 'Business', 'is_franchise', 'Is it a franchise?', 'YES_NO', [], null],
  [2, 'Collateral', 'collateral_value', 'What is it worth today?', 'MONEY', [], 'Your estimate.'],
  [2, 'Collateral', 'space_used', 'Part of the building the business uses', 'PERCENT', [], null],
];

/**
 * Adopts and publishes the library's templates, and creates the lender's own draft, its fields, and a template from
 * which a loan is created.
 */
export async function createDemoTemplates(
  given: TestData,
  client: pg.Client,
  company: Company,
  by: Account,
): Promise<Template> {
  for (const { key } of librarySummaries()) {
    const { name, elements } = libraryTemplate(key)!;
    const template = { name, loanType: key, libraryKey: key, published: true, by };
    await given.template(company, { ...template, elements: elements.map((row) => ({ ...row })) });
  }
  const acquisition = { name: 'SBA 7(a) acquisition', loanType: 'SBA_7A', by };
  await given.template(company, {
    ...acquisition,
    elements: ACQUISITION.map((row) => ({ ...row })),
  });
  await addFieldSet(client, company);
  return given.template(company, {
    name: 'SBA 7(a) with real estate',
    loanType: 'SBA_7A',
    published: true,
    by,
    elements: REAL_ESTATE.map((row) => ({ ...row })),
  });
}

async function addFieldSet(client: pg.Client, company: Company): Promise<void> {
  const setId = newId();
  await client.query('insert into cairn.field_set (company_id, id, name) values ($1, $2, $3)', [
    company.id,
    setId,
    'Loan details',
  ]);
  for (const [order, [groupOrder, group, key, label, type, choices, help]] of FIELDS.entries()) {
    await client.query(
      `insert into cairn.template_field (company_id, id, set_id, group_name, group_order, key, label,
         type, choices, help, display_order) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [company.id, newId(), setId, group, groupOrder, key, label, type, choices, help, order],
    );
  }
}
