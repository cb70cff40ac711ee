/**
 * The operator's lists read one page of an index, however many lenders there are; the indexes for that, which do not
 * begin with the company, do not change the plans of other callers.
 */
import type { LoanRole } from '@cairn/contract';
import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { difference, readCounters, total, type Cost } from '@cairn/testing/lenders/counters';
import { beforeAll, afterAll, expect, test } from 'vitest';

const CONNECTIONS = 1;
/**
 * The first execution also plans: one generic plan for all values, so that small and large lenders share it
 * (migration 0001).
 */
const REPEATS = 2;
const PAGE = 20;

let server: TestServer;
let sender: Account;
let officer: Account;
let category: Phase['category'];
const tokens: Record<string, string> = {};

interface Lender {
  company: Company;
  phase: Phase;
}

/** Loans with one waiting file each, last changed between `from` and `from` + 700 days ago. */
const FILL = `
  with made as (
    select uuidv7() as loan_id, uuidv7() as document_id, number,
      now() - make_interval(days => $5 + (number * 37) % 700, secs => number) as at
    from generate_series(1, $3::int) as n (number)
  ), loan as (
    insert into cairn.loan (company_id, id, short_code, name, loan_type, phase_id, phase_category, close_date, modified_at)
    select $1, loan_id, 'c' || left(loan_id::text, 18), 'Harbor ' || md5(loan_id::text),
      case when number % 3 = 0 then 'SBA_504' else 'SBA_7A' end, $2, 'ORIGINATION',
      current_date + (number * 53) % 400, at
    from made returning id
  ), document as (
    insert into cairn.document (company_id, id, loan_id, name, provider, object_key, size, sha256, vault_key,
      virus_scan_state, created_by)
    select $1, document_id, loan_id, 'Lease.pdf', 'S3', 'incoming/' || document_id, 1, sha256('x'),
      'vault/' || document_id, 'CLEAN', $4 from made
  )
  insert into cairn.shoebox_item (company_id, id, loan_id, document_id, shoebox_type, title, user_id, uploaded_by,
    created_at)
  select $1, uuidv7(), loan_id, document_id, 'LOAN', 'Lease', $4, $4, at from made`;

async function addLender(loans: number, idleDays = 0): Promise<Lender> {
  const { given } = server;
  const company = await given.company();
  const phase = await given.phase(company);
  await server.owner.query(FILL, [company.id, phase.id, loans, sender.id, idleDays]);
  return { company, phase };
}

async function addLenders(count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) await addLender(20);
  await server.owner.query('vacuum (analyze)');
}

async function giveRoles(
  account: Account,
  { company }: Lender,
  count: number,
  role: LoanRole,
): Promise<void> {
  const { rows } = await server.owner.query<Loan>(
    `select company_id as "companyId", id, name from cairn.loan where company_id = $1 order by close_order, id limit $2`,
    [company.id, count],
  );
  for (const loan of rows) await server.given.role(loan, account, role);
}

beforeAll(async () => {
  server = await startTestServer({ poolSize: CONNECTIONS, feedRuns: false });
  const { given } = server;
  sender = await given.account();
  // A small lender whose loans have not changed for long, among thousands of loans that have; and a lender with most
  // of all loans.
  const small = await addLender(5, 300);
  const large = await addLender(4000);
  officer = await given.employee(small.company);
  await giveRoles(officer, small, 3, 'LENDER');
  tokens['small'] = await given.session(officer, { roleLevel: 'LENDER', company: small.company });
  tokens['large'] = (await given.colleague(large.company)).token;
  const [borrower, underwriter] = [await given.account(), await given.account()];
  await giveRoles(borrower, small, 2, 'BORROWER');
  await giveRoles(underwriter, large, 60, 'UNDERWRITER_LENDER');
  tokens['borrower'] = await given.session(borrower, { roleLevel: 'BORROWER' });
  tokens['underwriter'] = await given.session(underwriter, { roleLevel: 'LENDER' });
  const admin = await given.account({ platformAdmin: true });
  tokens['operator'] = await given.session(admin, { roleLevel: 'ADMIN' });
  category = 'ORIGINATION';
}, 120_000);
afterAll(() => server.stop());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
type List = 'viewLoans' | 'listLenderShoebox' | 'countLoansByPhase';
interface ListCall {
  list: List;
  query: Record<string, string | string[] | number>;
}

const of = (list: List, ...queries: ListCall['query'][]): ListCall[] =>
  queries.map((query) => ({
    list,
    query: list === 'countLoansByPhase' ? query : { ...query, limit: PAGE },
  }));

const commonCalls = (): ListCall[] => [
  ...of(
    'viewLoans',
    {},
    { direction: 'desc' },
    { modifiedSince: daysAgo(30) },
    { modifiedSince: daysAgo(600) },
    { unmodifiedSince: daysAgo(30) },
    { category },
    { category, modifiedSince: daysAgo(30) },
    { category, loanType: ['SBA_504'] },
    { loanType: ['SBA_504'] },
    { words: 'harbor' },
    { officerId: [officer.id] },
    { toReview: 'true' },
  ),
  ...of(
    'listLenderShoebox',
    {},
    { modifiedSince: daysAgo(30) },
    { status: 'TRASHED' },
    { category: [category] },
    { officerId: [officer.id] },
    { type: ['pdf'] },
  ),
];
const totalsCalls = (): ListCall[] =>
  of('countLoansByPhase', { category }, { category, modifiedSince: daysAgo(30) });

async function costOf(who: string, { list, query }: ListCall): Promise<Cost> {
  const costs: Cost[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const start = await readCounters(server.db, server.owner, CONNECTIONS);
    const { status, text } = await server.call(list, { query }, { token: tokens[who]! });
    expect(status, text).toBe(200);
    costs.push(total(difference(start, await readCounters(server.db, server.owner, CONNECTIONS))));
  }
  return costs.toSorted((one, other) => one.pages - other.pages)[0]!;
}

async function costsOf(who: string, lists: readonly ListCall[]): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>();
  for (const [index, each] of lists.entries()) {
    costs.set(
      `${who} ${index} ${each.list} ${JSON.stringify(Object.keys(each.query))}`,
      await costOf(who, each),
    );
  }
  return costs;
}

const INDEXES = ['loan_for_operator', 'loan_changed_for_operator', 'shoebox_item_for_operator'];

async function scansOfIndexes(): Promise<Record<string, number>> {
  const { rows } = await server.owner.query<{ name: string; scans: number }>(
    `select indexrelname as name, idx_scan::int as scans from pg_stat_user_indexes where indexrelname = any($1)`,
    [INDEXES],
  );
  return Object.fromEntries(rows.map(({ name, scans }) => [name, scans]));
}

/** All callers except the operator, each with the lists that they may request. */
function othersAndLists(): [string, ListCall[]][] {
  return ['small', 'large', 'borrower', 'underwriter'].map((who) => {
    const isStaff = who === 'small' || who === 'large';
    return [who, [...commonCalls(), ...(isStaff ? totalsCalls() : [])]];
  });
}

async function costsOfOthers(): Promise<Map<string, Cost>> {
  const all: [string, Cost][] = [];
  for (const [who, lists] of othersAndLists()) all.push(...(await costsOf(who, lists)));
  return new Map(all);
}

test('with two lenders, which look as if they had half of all loans each, no one else uses them', async () => {
  await server.owner.query('vacuum (analyze)');
  const before = await scansOfIndexes();
  for (const [who, lists] of othersAndLists()) {
    for (const { list, query } of lists)
      await server.call(list, { query }, { token: tokens[who]! });
  }
  await readCounters(server.db, server.owner, CONNECTIONS);
  expect(await scansOfIndexes()).toEqual(before);
}, 180_000);

test('the operator reads as many pages with four times as many lenders, and by these indexes', async () => {
  const lists = of('viewLoans', {}, { direction: 'desc' }, { modifiedSince: daysAgo(30) });
  const ofBoxes = of('listLenderShoebox', {});
  await addLenders(50);
  const before = await costsOf('operator', [...lists, ...ofBoxes]);
  await addLenders(150);
  const after = await costsOf('operator', [...lists, ...ofBoxes]);
  for (const [name, cost] of before) {
    expect.soft(after.get(name)!.pages, name).toBeLessThanOrEqual(1.2 * cost.pages + 8);
    expect.soft(after.get(name)!.searches, name).toBeLessThanOrEqual(1.2 * cost.searches + 2);
  }
  for (const [name, scans] of Object.entries(await scansOfIndexes())) {
    expect.soft(scans, name).toBeGreaterThan(0);
  }
}, 180_000);

test('no list of a lender, small or large, of a borrower or an underwriter uses them or costs more by them', async () => {
  const before = await scansOfIndexes();
  const withThem = await costsOfOthers();
  expect(await scansOfIndexes()).toEqual(before);
  await server.owner.query(`drop index ${INDEXES.map((name) => `cairn.${name}`).join(', ')}`);
  const without = await costsOfOthers();
  for (const [name, cost] of without) {
    expect.soft(withThem.get(name)!.pages, name).toBeLessThanOrEqual(1.05 * cost.pages + 8);
  }
}, 300_000);
