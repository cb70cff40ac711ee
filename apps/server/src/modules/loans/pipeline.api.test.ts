import { DATE_FILTER_DAYS, SORT_DIRECTIONS } from '@cairn/contract';
import {
  parseCsv,
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let token: string;
let underwriting: Phase;
let closing: Phase;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  owner = await given.employee(company, { level: 'OWNER' });
  token = await given.session(owner, { roleLevel: 'LENDER', company });
  underwriting = await given.phase(company, { name: 'Underwriting' });
  closing = await given.phase(company, { name: 'Closing' });
});

interface Query {
  [name: string]: string | number | string[];
}

async function view(query: Query, as = token) {
  const { status, body } = await server.call('viewLoans', { query }, { token: as });
  expect(status).toBe(200);
  return body;
}

/** Reads page after page to the end. */
async function all(query: Query) {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await view({ ...query, limit: 2, ...(cursor && { cursor }) });
    names.push(...page.pinned.map(({ name }) => name), ...page.loans.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return names;
}

const changedDaysAgo = (loan: Loan, days: number) =>
  server.owner.query(
    `update cairn.loan set modified_at = now() - make_interval(days => $1) where id = $2`,
    [days, loan.id],
  );
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

describe('the filters of the pipeline [R321]', () => {
  test('Modified: what changed since, the latest change first, over several phases and pages [R317]', async () => {
    for (const [index, days] of [170, 80, 50, 20, 5, 0].entries()) {
      const phase = index % 2 === 0 ? underwriting : closing;
      await changedDaysAgo(await server.given.loan(phase, { name: `${days} days` }), days);
    }
    const lists = await Promise.all(
      DATE_FILTER_DAYS.map((days) =>
        all({ category: 'ORIGINATION', modifiedSince: daysAgo(days + 1) }),
      ),
    );
    expect(lists.map(({ length }) => length)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(lists.at(-1)).toEqual(['0 days', '5 days', '20 days', '50 days', '80 days', '170 days']);
  });

  test('Modified and Loan Stage together; one stage, as a column of the board asks for it', async () => {
    const one = await server.given.loan(underwriting, { name: 'new' });
    await changedDaysAgo(await server.given.loan(underwriting, { name: 'old' }), 40);
    await server.given.loan(closing, { name: 'elsewhere' });
    await changedDaysAgo(one, 3);
    const since = { category: 'ORIGINATION', modifiedSince: daysAgo(30) } as const;
    expect(await all({ ...since, phaseId: [underwriting.id] })).toEqual(['new']);
    expect(await all({ ...since, phaseId: [underwriting.id, closing.id] })).toEqual([
      'elsewhere',
      'new',
    ]);
  });

  test('No activity: only loans without a change since, in the order of close dates', async () => {
    await server.given.loan(closing, { name: 'active' });
    for (const [name, closeDate, days] of [
      ['later', '2027-02-01', 15],
      ['sooner', '2027-01-01', 40],
      ['lately', '2027-01-01', 13],
    ] as const) {
      await changedDaysAgo(await server.given.loan(underwriting, { name, closeDate }), days);
    }
    const query = { category: 'ORIGINATION', unmodifiedSince: daysAgo(14) };
    expect(await all(query)).toEqual(['sooner', 'later']);
    expect(await all({ ...query, phaseId: [closing.id] })).toEqual([]);
  });

  test('Loan Type: some types, in the order of close dates, each loan once', async () => {
    const { given } = server;
    await given.loan(underwriting, { name: 'b', loanType: 'SBA_504', closeDate: '2027-02-01' });
    await given.loan(closing, { name: 'a', loanType: 'SBA_7A', closeDate: '2027-01-01' });
    await given.loan(closing, { name: 'd', loanType: 'SBA_7A' });
    await given.loan(closing, { name: 'x', loanType: 'USDA_BI', closeDate: '2027-01-15' });
    await given.loan(underwriting, { name: 'c', loanType: 'SBA_504', closeDate: '2027-03-01' });
    const query = { category: 'ORIGINATION', loanType: ['SBA_7A', 'SBA_504', 'SBA_7A'] };
    expect(await all(query)).toEqual(['a', 'b', 'c', 'd']);
    expect(await all({ ...query, direction: 'desc' })).toEqual(['d', 'c', 'b', 'a']);
    expect(await all({ ...query, phaseId: [underwriting.id] })).toEqual(['b', 'c']);
    expect(await all({ category: 'ORIGINATION', loanType: ['EQUIPMENT'] })).toEqual([]);
  });

  test('Status: loans with one of several statuses, in a list and in the totals of the phases', async () => {
    const { given, owner: database } = server;
    const having = async (status: string) => {
      const { id } = await given.loan(underwriting, { name: status });
      await database.query('update cairn.loan set status = $2 where id = $1', [id, status]);
    };
    for (const status of ['UNDERWRITING', 'ON_HOLD', 'CLOSING']) await having(status);
    const loanStatus = ['UNDERWRITING', 'CLOSING'] as const;
    const found = await all({ modifiedSince: daysAgo(1), loanStatus: [...loanStatus] });
    expect(found.toSorted()).toEqual(['CLOSING', 'UNDERWRITING']);
    expect(await all({ category: 'ORIGINATION', loanStatus: ['WITHDRAWN'] })).toEqual([]);
    const { body } = await server.call(
      'countLoansByPhase',
      { query: { category: 'ORIGINATION', loanStatus: [...loanStatus] } },
      { token },
    );
    expect(body.phases).toMatchObject([{ id: underwriting.id, loanCount: 2 }]);
  });

  test('the close dates run up or down [R255]', async () => {
    for (const closeDate of ['2027-02-01', '2027-01-01', null, '2027-03-01']) {
      await server.given.loan(underwriting, { name: closeDate ?? 'none', closeDate });
    }
    const [up, down] = await Promise.all(
      SORT_DIRECTIONS.map((direction) => all({ category: 'ORIGINATION', direction })),
    );
    expect(up).toEqual(['2027-01-01', '2027-02-01', '2027-03-01', 'none']);
    expect(down).toEqual(up!.toReversed());
  });

  test('a cursor of one order is none of the other', async () => {
    for (let index = 0; index < 3; index += 1) await server.given.loan(underwriting);
    const { nextCursor } = await view({ category: 'ORIGINATION', limit: 1 });
    const { status } = await server.call(
      'viewLoans',
      { query: { modifiedSince: daysAgo(1), cursor: nextCursor! } },
      { token },
    );
    expect(status).toBe(400);
  });
});

test('loans are counted for each phase category, by the writes [R069]', async () => {
  const lead = await server.given.phase(company, { category: 'LEAD' });
  await server.given.loan(lead, { amount: 100 });
  await server.given.loan(lead, { amount: 200 });
  await server.given.loan(closing, { amount: null });
  const read = async (as: string) =>
    (await server.call('listPhases', { params: { companyId: company.id } }, { token: as })).body;
  const none = { loanCount: 0, loanAmount: 0 };
  expect((await read(token)).categories).toEqual({
    LEAD: { loanCount: 2, loanAmount: 300 },
    ORIGINATION: { loanCount: 1, loanAmount: 0 },
    PORTFOLIO: none,
    ARCHIVE: none,
  });
  // Borrowers must not learn how large a lender's pipeline is.
  const borrower = await server.given.account();
  await server.given.role(await server.given.loan(lead), borrower, 'BORROWER');
  const asBorrower = await server.given.session(borrower, { roleLevel: 'BORROWER' });
  expect((await read(asBorrower)).categories).toBeNull();
});

test('phases come by display order, companies by name [R251]', async () => {
  await server.given.phase(company, { name: 'Before', displayOrder: 90 });
  await server.given.phase(company, { name: 'After', displayOrder: 80 });
  const { phases } = (
    await server.call('listPhases', { params: { companyId: company.id } }, { token })
  ).body;
  expect(phases.map(({ name }) => name)).toEqual(['Underwriting', 'Closing', 'After', 'Before']);

  const admin = await server.given.account({ platformAdmin: true });
  const asAdmin = await server.given.session(admin, { roleLevel: 'ADMIN' });
  const { companies } = (await server.call('listCompanies', { query: {} }, { token: asAdmin }))
    .body;
  const names = companies.map(({ name }) => name.toLowerCase());
  expect(names).toEqual(names.toSorted());
});

describe('a list says of each loan whether the caller may move it', () => {
  test('the owner all, an employee those they have a part in, a borrower none', async () => {
    const { given } = server;
    const mine = await given.loan(underwriting, { name: 'mine' });
    await given.loan(underwriting, { name: 'not mine' });
    const employee = await given.employee(company);
    await given.role(mine, employee, 'LENDER');
    const borrower = await given.account();
    await given.role(mine, borrower, 'BORROWER');
    const asEmployee = await given.session(employee, { roleLevel: 'LENDER', company });
    const asBorrower = await given.session(borrower, { roleLevel: 'BORROWER' });
    const movable = async (as: string) =>
      (await view({}, as)).loans
        .filter(({ abilities }) => abilities.move)
        .map(({ name }) => name)
        .toSorted();
    expect(await movable(token)).toEqual(['mine', 'not mine']);
    expect(await movable(asEmployee)).toEqual(['mine']);
    expect(await movable(asBorrower)).toEqual([]);
  });
});

describe('many loans at once', () => {
  const move = (loanIds: string[], phase: Phase, as = token) =>
    server.call('setPhaseOfLoans', { body: { id: phase.id, loanIds } }, { token: as });
  const phaseOf = async (loan: Loan) =>
    (await server.call('getLoan', { params: { id: loan.id } }, { token })).body.loanPhase.id;
  const totals = async () =>
    (
      await server.call('listPhases', { params: { companyId: company.id } }, { token })
    ).body.phases.map(({ name, loanCount, loanAmount }) => [name, loanCount, loanAmount]);
  const manyLoans = (count: number, phase = underwriting) =>
    Promise.all(Array.from({ length: count }, () => server.given.loan(phase, { amount: 10 })));

  test('move together, each with its entry and its event; the totals follow', async () => {
    const loans = await manyLoans(5);
    const elsewhere = await server.given.loan(closing, { amount: 10 });
    const ids = [...loans, elsewhere].map(({ id }) => id);
    const { status, body } = await move(ids, closing);
    expect(status).toBe(200);
    // The loan that was already in the phase did not move.
    expect(new Set(body.moved)).toEqual(new Set(loans.map(({ id }) => id)));
    expect(await totals()).toEqual([
      ['Underwriting', 0, 0],
      ['Closing', 6, 60],
    ]);
    for (const table of ['audit_entry', 'event']) {
      const { rows } = await server.owner.query<{ loan_id: string }>(
        `select loan_id from cairn.${table}
         where company_id = $1 and kind = 'loan.phaseChanged'`,
        [company.id],
      );
      expect(new Set(rows.map((row) => row.loan_id))).toEqual(new Set(body.moved));
      expect(rows).toHaveLength(5);
    }
  });

  test('one foreign id among 100 refuses the whole call, like one that is missing', async () => {
    const loans = await manyLoans(99);
    const other = await server.given.company();
    const foreign = await server.given.loan(await server.given.phase(other));
    const ids = loans.map(({ id }) => id);
    const refused = await move([...ids, foreign.id], closing);
    const missing = await move([...ids, crypto.randomUUID()], closing);
    expect([refused.status, refused.text]).toEqual([404, missing.text]);
    expect(await phaseOf(loans[0]!)).toBe(underwriting.id);
    expect(await totals()).toEqual([
      ['Underwriting', 99, 990],
      ['Closing', 0, 0],
    ]);
  });

  test('one that is not the caller’s to move refuses all', async () => {
    const [mine, notMine] = await manyLoans(2);
    const employee = await server.given.employee(company);
    await server.given.role(mine!, employee, 'LENDER');
    const as = await server.given.session(employee, { roleLevel: 'LENDER', company });
    const refused = await move([mine!.id, notMine!.id], closing, as);
    expect(refused.status).toBe(403);
    expect(await phaseOf(mine!)).toBe(underwriting.id);
    expect((await move([mine!.id], closing, as)).status).toBe(200);
  });

  test('one that would skip a stage refuses all; a foreign phase is not there', async () => {
    const portfolio = await server.given.phase(company, { category: 'PORTFOLIO' });
    const lead = await server.given.phase(company, { category: 'LEAD' });
    const next = await server.given.loan(closing);
    const far = await server.given.loan(lead);
    const refused = await move([next.id, far.id], portfolio);
    expect([refused.status, refused.body]).toMatchObject([409, { code: 'PHASE_NOT_NEXT' }]);
    expect(await phaseOf(next)).toBe(closing.id);
    const foreign = await server.given.phase(await server.given.company());
    expect((await move([next.id], foreign)).status).toBe(404);
  });

  test('remember from where they were archived', async () => {
    const archive = await server.given.phase(company, { category: 'ARCHIVE' });
    const portfolio = await server.given.phase(company, { category: 'PORTFOLIO' });
    const [one, other] = [await server.given.loan(closing), await server.given.loan(portfolio)];
    await move([one.id, other.id], archive);
    expect((await move([one.id], closing)).status).toBe(200);
    expect((await move([other.id], portfolio)).status).toBe(200);
  });

  test('concurrent moves of one loan by two users leave the totals right, without a deadlock', async () => {
    const here = await manyLoans(6);
    const closingIds = await manyLoans(6, closing);
    const rounds = Array.from({ length: 12 }, (_, round) => {
      const ids = [...here, ...closingIds].filter((_each, at) => (at + round) % 3 > 0);
      return move(
        ids.map(({ id }) => id),
        round % 2 === 0 ? closing : underwriting,
      );
    });
    const answers = await Promise.all(rounds);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const rows = await server.owner.query(
      `select p.name, count(l.id)::int, coalesce(sum(l.amount), 0)::int from cairn.phase p
       left join cairn.loan l on (l.company_id, l.phase_id) = (p.company_id, p.id)
       where p.company_id = $1 group by p.name, p.display_order order by p.display_order`,
      [company.id],
    );
    expect(await totals()).toEqual(rows.rows.map((row) => Object.values(row)));
  });
});

describe('a list as CSV', () => {
  const order = (body: object, as = token) => server.call('exportLoans', { body }, { token: as });
  const fetchCsv = (url: string, as = token) =>
    server.app.inject({ url, headers: { cookie: `cairn-session=${as}` } });

  test('has what the filters leave, over several pages, in order, and no formula', async () => {
    const { given } = server;
    await given.loan(underwriting, {
      name: '=cmd|calc',
      loanPurpose: '+1',
      amount: 1234.5,
      closeDate: '2027-01-01',
    });
    await Promise.all(
      Array.from({ length: 450 }, () => given.loan(underwriting, { closeDate: '2027-02-01' })),
    );
    await given.loan(underwriting, { name: 'other type', loanType: 'SBA_504' });
    const { status, body } = await order({ category: 'ORIGINATION', loanType: ['SBA_7A'] });
    expect(status).toBe(200);
    const answer = await fetchCsv(body.downloadUrl);
    expect(answer.headers['content-disposition']).toMatch(/attachment.*loans-.*\.csv/);
    const [heads, first, ...rest] = parseCsv(answer.body);
    expect(heads!.slice(0, 5)).toEqual(['Loan', 'Code', 'Type', 'Purpose', 'Amount']);
    expect([first![0], first![3], first![4]]).toEqual(["'=cmd|calc", "'+1", '1234.50']);
    expect(rest).toHaveLength(450);
    expect(new Set(rest.map(([, code]) => code)).size).toBe(450);
  });

  test('has only loans with a file to review where this is asked for', async () => {
    const { given } = server;
    const waiting = await given.loan(underwriting, { name: 'Waiting' });
    await given.loan(underwriting, { name: 'Quiet' });
    const { id: documentId } = await given.document(waiting, owner);
    await given.element(waiting, { answer: { documentId, by: owner } });
    const { body } = await order({ category: 'ORIGINATION', toReview: true });
    const [, ...rows] = parseCsv((await fetchCsv(body.downloadUrl)).body);
    expect(rows.map(([name]) => name)).toEqual(['Waiting']);
  });

  test('is noted with its filter; the address is good for one minute and one person', async () => {
    const { body } = await order({ category: 'LEAD' });
    const { rows } = await server.owner.query<{ detail: { filter: object } }>(
      `select detail from cairn.audit_entry where company_id = $1 and kind = 'loanList.exported'`,
      [company.id],
    );
    expect(rows.map(({ detail }) => detail.filter)).toMatchObject([{ category: 'LEAD' }]);
    const colleague = await server.given.employee(company);
    const asColleague = await server.given.session(colleague, { roleLevel: 'LENDER', company });
    expect((await fetchCsv(body.downloadUrl, asColleague)).statusCode).toBe(404);
    expect((await fetchCsv(`${body.downloadUrl}x`)).statusCode).toBe(404);
    expect((await fetchCsv(body.downloadUrl)).statusCode).toBe(200);
  });
});
