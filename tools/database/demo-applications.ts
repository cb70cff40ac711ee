/**
 * Applications at the demo lender, one in each state. All except the draft are existing loans of the demo, to which an
 * applicant and a state are added.
 */
import type { ApplicationState } from '@cairn/contract';
import type { Account, Element, TestData, Loan, Phase } from '@cairn/testing/factories/test-data';
import type pg from 'pg';
import { PASSWORD, type Colleague } from './demo-data.ts';
import { entityAdder } from './demo-entities.ts';

const HOURS_A_DAY = 24;
/** Titles of the loans' existing requests that belong to the application. */
const WITH_IT = [
  '2025 business tax return',
  'Year-to-date profit and loss',
  'SBA Form 413, personal financial statement',
  'Business plan with projections',
];

interface Applied {
  code: string;
  state: Exclude<ApplicationState, 'DRAFT' | 'WITHDRAWN'>;
  /** The applicant, who also guarantees the loan. */
  emailAddress: string;
  phone: string;
  daysAgo: number;
  message?: string;
  referredTo?: Colleague;
}
const APPLIED: readonly Applied[] = [
  {
    code: 'BEAC-2101',
    state: 'SUBMITTED',
    emailAddress: 'jordan@beaconhillpharmacy.example',
    phone: '555-010-0121',
    daysAgo: 4,
  },
  {
    code: 'ALDE-2100',
    state: 'IN_REVIEW',
    emailAddress: 'avery@alderash.example',
    phone: '555-010-0122',
    daysAgo: 8,
  },
  {
    code: 'CEDA-2102',
    state: 'REJECTED',
    emailAddress: 'morgan@cedarpoint.example',
    phone: '555-010-0123',
    daysAgo: 40,
    message:
      'Thank you for applying. We do not finance practices in their first year.\nPlease come back once you have a full year of statements.',
  },
  {
    code: 'OLDM-2114',
    state: 'ACCEPTED',
    emailAddress: 'rowan@oldmillcoffee.example',
    phone: '555-010-0124',
    daysAgo: 20,
    message: 'Welcome to Northgate Bank. Priya will call you this week.',
    referredTo: 'priya',
  },
];

export interface DemoLender {
  given: TestData;
  client: pg.Client;
  loans: ReadonlyMap<string, Loan>;
  team: Record<Colleague, Account>;
  elena: Account;
  inquiry: Phase;
  /** Creates a request, and stores a document if it is answered. */
  request(
    loan: Loan,
    parent: Element,
    wanted: { title: string; description: string },
    answer: { uploader: Account } | undefined,
  ): Promise<void>;
}

export async function addApplications(lender: DemoLender): Promise<void> {
  for (const applied of APPLIED) await appliedFor(lender, applied);
  await begin(lender);
}

async function appliedFor({ given, client, loans, team }: DemoLender, applied: Applied) {
  const loan = loans.get(applied.code)!;
  const { rows } = await client.query<{ id: string; givenName: string; familyName: string }>(
    `select e.id, i.fields ->> 'givenName' as "givenName", i.fields ->> 'familyName' as "familyName"
     from cairn.loan_entity le
     join cairn.entity e on e.id = le.entity_id and e.kind = 'INDIVIDUAL'
     join cairn.entity_information i on i.entity_id = e.id
     where le.loan_id = $1 and 'GUARANTOR' = any(le.labels)`,
    [loan.id],
  );
  const { id, ...name } = rows[0]!;
  const { emailAddress, phone } = applied;
  const account = await given.account({ ...name, emailAddress, password: PASSWORD });
  await given.role(loan, account, 'LEAD_BORROWER');
  await client.query('update cairn.entity set account_id = $1 where id = $2', [account.id, id]);
  await client.query(
    'update cairn.entity_information set fields = fields || $1 where entity_id = $2',
    [JSON.stringify({ emailAddress, phone }), id],
  );
  await given.application(loan, account, applied.state, {
    hoursAgo: applied.daysAgo * HOURS_A_DAY,
    templateName: (await templateOf(client, 'SBA_7A')).name,
    ...(applied.message && { message: applied.message }),
    ...(applied.referredTo && { referredTo: team[applied.referredTo] }),
  });
  await given.ownInfo(loan, { id });
  await goWithIt(client, loan, WITH_IT);
}

/**
 * Creates the draft, which is half complete: the business and its second owner have little information, and one of four
 * documents is uploaded.
 */
async function begin({ given, client, elena, inquiry, request }: DemoLender): Promise<void> {
  const yesterday = new Date(Date.now() - HOURS_A_DAY * 3_600_000).toISOString();
  const loan = await given.loan(inquiry, {
    name: 'Marsh Catering LLC',
    shortCode: 'MRSH-2093',
    loanType: 'SBA_7A_SMALL',
    loanPurpose: 'Equipment purchase',
    amount: 180_000,
    phaseEnteredAt: yesterday,
    createdAt: yesterday,
  });
  await given.role(loan, elena, 'LEAD_BORROWER');
  const template = await templateOf(client, 'SBA_7A_SMALL');
  await client.query('update cairn.loan set template_id = $1, template_version = 1 where id = $2', [
    template.id,
    loan.id,
  ]);
  await given.application(loan, elena, 'DRAFT', {
    hoursAgo: HOURS_A_DAY,
    templateName: template.name,
  });
  const root = await given.packageOf(loan);
  const add = await entityAdder(given, client, loan);
  await add('COMPANY', loan.name, { legalName: loan.name, entityType: 'LLC' }, ['APPLICANT']);
  await putOn(given, client, loan, root, elena);
  await add(
    'INDIVIDUAL',
    'Wren Castillo',
    { givenName: 'Wren', familyName: 'Castillo', emailAddress: 'wren@marshcatering.example' },
    ['GUARANTOR'],
  );
  await add('EQUIPMENT_ASSET', 'Two catering vans', { title: 'Two catering vans' });
  for (const [index, title] of WITH_IT.entries()) {
    const texts = { title, description: 'All pages, please.' };
    await request(loan, root, texts, index === 0 ? { uploader: elena } : undefined);
  }
  await goWithIt(client, loan, WITH_IT);
}

/** Adds a person to a loan; on all loans of a company, a person is the same individual. */
async function putOn(
  given: TestData,
  client: pg.Client,
  loan: Loan,
  root: Element,
  { id: accountId, givenName, familyName }: Account,
): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select id from cairn.entity where company_id = $1 and account_id = $2',
    [loan.companyId, accountId],
  );
  const folder = await given.element(loan, {
    title: `${givenName} ${familyName}`,
    storageType: 'FOLDER',
    parent: root,
  });
  await given.onLoan(loan, rows[0]!, { labels: ['GUARANTOR'], folder });
  await client.query(
    `update cairn.element set sherpa_entity_id = $1, sherpa_entity_type = 'INDIVIDUAL'
     where id = $2`,
    [rows[0]!.id, folder.id],
  );
}

async function templateOf(client: pg.Client, libraryKey: string) {
  const { rows } = await client.query<{ id: string; name: string }>(
    'select id, name from cairn.template where library_key = $1',
    [libraryKey],
  );
  return rows[0]!;
}

async function goWithIt(client: pg.Client, loan: Loan, titles: readonly string[]): Promise<void> {
  await client.query(
    `update cairn.element set flags = array_append(flags, 'APPLY_NOW'),
       locations = array_append(locations, 'APPLICATION')
     where loan_id = $1 and title = any($2)`,
    [loan.id, titles],
  );
}
