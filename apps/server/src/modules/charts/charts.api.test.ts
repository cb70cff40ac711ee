import type { Charts } from '@cairn/contract';
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
let dana: { account: Account; token: string };
let underwriting: Phase;
let closing: Phase;
let funded: Phase;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  const { given } = server;
  company = await given.company();
  dana = await given.colleague(company, 'OWNER');
  underwriting = await given.phase(company, { name: 'Underwriting' });
  closing = await given.phase(company, { name: 'Closing' });
  funded = await given.phase(company, { name: 'Funded', category: 'PORTFOLIO' });
});

type Filter = { companyId?: string; loanType?: ['SBA_504']; phaseId?: string[] };
const ask = ({ token }: { token: string }, query: Filter = {}) =>
  server.call('getCharts', { query }, { token });
const figures = async (query: Filter = {}): Promise<Charts> => (await ask(dana, query)).body;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const dayAgo = (days: number): string => daysAgo(days).slice(0, 10);
const move = (loan: Loan, phase: Phase) =>
  server.call('setLoanPhase', { params: { id: loan.id }, body: { id: phase.id } }, dana);
/** Moves timestamps into the past. */
const setBack = (table: string, id: string, column: string, days: number) =>
  server.owner.query(`update cairn.${table} set ${column} = $1 where id = $2`, [daysAgo(days), id]);

describe('the figures of today', () => {
  test('are of the loans in origination [R028]', async () => {
    const { given } = server;
    await given.loan(underwriting, { amount: 100_000, closeDate: dayAgo(-10) });
    await given.loan(underwriting, { amount: null, loanType: 'SBA_504' });
    await given.loan(closing, { name: 'Copper Creek', amount: 400_000, closeDate: dayAgo(4) });
    await given.loan(funded, { amount: 900_000, closeDate: dayAgo(500) });
    await given.loan(await given.phase(company, { category: 'LEAD' }), { amount: 70_000 });

    const charts = await figures();
    expect([charts.activeLoans, charts.requested]).toEqual([3, 500_000]);
    expect(charts.pastCloseDate).toMatchObject({
      total: 1,
      more: false,
      longest: { name: 'Copper Creek' },
    });
    expect(charts.volume.at(-1)).toMatchObject({ closed: 0, inClosing: 400_000 });

    const narrowed = await figures({ loanType: ['SBA_504'] });
    expect([narrowed.activeLoans, narrowed.requested]).toEqual([1, 0]);
    expect([narrowed.pastCloseDate.total, narrowed.volume.at(-1)?.inClosing]).toEqual([0, 0]);
    const staged = await figures({ phaseId: [underwriting.id] });
    expect([staged.activeLoans, staged.requested, staged.pastCloseDate.total]).toEqual([
      2, 100_000, 0,
    ]);
  });

  test('are null where nothing was measured, never zero', async () => {
    const charts = await figures();
    expect(charts).toMatchObject({
      activeLoans: 0,
      daysToClose: { now: null, before: null },
      acceptedFirstTime: { now: null, before: null },
      pastCloseDate: { total: 0, longest: null },
      sentBack: [],
    });
    expect(charts.volume).toHaveLength(12);
    expect(charts.daysInPhase.map(({ name, now }) => [name, now])).toEqual([
      ['Underwriting', null],
      ['Closing', null],
    ]);
    expect(charts.turnaround).toHaveLength(10);
    expect(
      charts.turnaround.every(({ upload, accept }) => upload === null && accept === null),
    ).toBe(true);
  });
});

describe('what has closed', () => {
  test('is counted in its month, from the day it came into the portfolio', async () => {
    const { given } = server;
    const opened = (days: number) => ({ createdAt: daysAgo(days), amount: 100_000 });
    for (const days of [20, 47, 60]) await move(await given.loan(closing, opened(days)), funded);
    const earlier = await given.loan(closing, opened(200));
    await move(earlier, funded);
    await setBack('loan', earlier.id, 'closed_at', 100);
    // Imported as a closed loan: it counts in its month, without a duration.
    await given.loan(funded, { amount: 50_000, closeDate: dayAgo(100) });

    const charts = await figures();
    expect(charts.daysToClose).toEqual({ now: 47, before: 100 });
    expect(charts.volume.at(-1)).toMatchObject({ loans: 3, closed: 300_000 });
    const month = daysAgo(100).slice(0, 7);
    expect(charts.volume.find((each) => each.month === month)).toMatchObject({ closed: 150_000 });
    expect(charts.volume.map(({ month: each }) => each)).toEqual(
      charts.volume.map(({ month: each }) => each).toSorted(),
    );
    expect((await figures({ loanType: ['SBA_504'] })).daysToClose.now).toBeNull();
  });

  test('stays closed on its way through the portfolio, and not on the way back', async () => {
    const loan = await server.given.loan(closing, { amount: 100_000 });
    const servicing = await server.given.phase(company, {
      name: 'Servicing',
      category: 'PORTFOLIO',
    });
    await move(loan, funded);
    await setBack('loan', loan.id, 'closed_at', 40);
    await move(loan, servicing);
    const closed = async () =>
      (await figures()).volume.filter((each) => each.closed > 0).map(({ month }) => month);
    expect(await closed()).toEqual([daysAgo(40).slice(0, 7)]);
    await server.owner.query(
      `update cairn.loan set phase_id = $1, phase_category = 'ORIGINATION' where id = $2`,
      [closing.id, loan.id],
    );
    expect(await closed()).toEqual([]);
  });

  test('is in the month of the company’s own clock', async () => {
    await server.owner.query('update cairn.company set timezone_id = $1 where id = $2', [
      'America/New_York',
      company.id,
    ]);
    const loan = await server.given.loan(funded, { amount: 100_000, closeDate: dayAgo(1) });
    // Two in the morning of the first day in UTC, which is still the evening before in New York.
    const first = new Date();
    first.setUTCDate(1);
    first.setUTCMonth(first.getUTCMonth() - 2);
    first.setUTCHours(2, 0, 0, 0);
    await server.owner.query('update cairn.loan set closed_at = $1 where id = $2', [
      first.toISOString(),
      loan.id,
    ]);
    const before = new Date(first.getTime() - 86_400_000).toISOString().slice(0, 7);
    const months = (await figures()).volume.filter(({ closed }) => closed > 0);
    expect(months.map(({ month }) => month)).toEqual([before]);
  });
});

test('days in phase are the median of the stays that ended, beside the year before', async () => {
  for (const days of [4, 10, 30]) {
    const loan = await server.given.loan(underwriting, { phaseEnteredAt: daysAgo(days) });
    await move(loan, closing);
  }
  const other = await server.given.loan(underwriting, {
    loanType: 'SBA_504',
    phaseEnteredAt: daysAgo(2),
  });
  await move(other, closing);
  await server.owner.query(
    `insert into cairn.phase_stay (company_id, phase_id, loan_type, entered_at, left_at)
     values ($1, $2, 'SBA_7A', $3, $4)`,
    [company.id, underwriting.id, daysAgo(206), daysAgo(200)],
  );
  const [first, second] = (await figures()).daysInPhase;
  expect(first).toMatchObject({ name: 'Underwriting', now: 7, before: 6 });
  expect(second).toMatchObject({ name: 'Closing', now: null, before: null });
  expect((await figures({ loanType: ['SBA_504'] })).daysInPhase[0]).toMatchObject({
    now: 2,
    before: null,
  });
  expect((await figures({ phaseId: [closing.id] })).daysInPhase).toHaveLength(1);
});

describe('documents', () => {
  let loan: Loan;
  let elena: { account: Account; token: string };

  beforeEach(async () => {
    loan = await server.given.loan(underwriting);
    elena = await server.given.borrower(loan);
  });

  /** A request from that many days ago that is answered now. */
  async function answeredElement(days: number, by: { account: Account; token: string } = elena) {
    const { id } = await server.given.element(loan);
    await setBack('element', id, 'created_at', days);
    await answer(id, by);
    return id;
  }
  async function answer(id: string, by = elena) {
    const { id: documentId } = await server.given.document(loan, by.account);
    const body = { loanId: loan.id, elementId: id, documentId };
    expect((await server.call('answerElement', { body }, by)).status).toBe(200);
  }
  const decide = (id: string, body: { approved: boolean }) =>
    server.call('approveFormElement', { params: { id }, body }, dana);
  const sendBack = (id: string, rejectionCode: 'INCOMPLETE' | 'NOT_SIGNED') =>
    server.call(
      'updateFormElement',
      {
        params: { id },
        body: { rejectedByUserId: dana.account.id, rejectionCode, rejectionReason: 'Once more.' },
      },
      dana,
    );

  test('take the borrower some days to bring, and the lender some to accept', async () => {
    for (const days of [2, 3, 10]) {
      const id = await answeredElement(days);
      await setBack('element', id, 'answered_at', days - 1);
      await decide(id, { approved: true });
    }
    // Files that the lender adds itself do not count as waiting time.
    await answeredElement(50, dana);
    const latest = (await figures()).turnaround.at(-1);
    expect([latest?.upload, latest?.accept]).toEqual([3, 2]);
    expect((await figures({ phaseId: [closing.id] })).turnaround.at(-1)?.upload).toBeNull();
    expect((await figures({ loanType: ['SBA_504'] })).turnaround.at(-1)?.accept).toBeNull();
  });

  test('are accepted at once or after they were sent back, and for which reason', async () => {
    const [once, again, third] = [
      await answeredElement(1),
      await answeredElement(1),
      await answeredElement(1),
    ];
    await decide(once, { approved: true });
    await sendBack(again, 'INCOMPLETE');
    await setBack('element', again, 'decided_at', 5);
    await answer(again);
    await decide(again, { approved: true });
    await sendBack(third, 'NOT_SIGNED');
    await server.call(
      'approveFormElement',
      { params: { id: third }, body: { approved: true } },
      dana,
    );

    const charts = await figures();
    expect(charts.acceptedFirstTime.now).toBe(33);
    expect(charts.sentBack).toEqual([
      // One row when it was rejected, and one when the test moved the rejection to an earlier day.
      { code: 'INCOMPLETE', documents: 2 },
      { code: 'NOT_SIGNED', documents: 1 },
    ]);
    await decide(third, { approved: false });
    expect((await figures()).acceptedFirstTime.now).toBe(50);
  });
});

test('suggestions count as taken or not; files without one do not count', async () => {
  const { given } = server;
  const loan = await given.loan(underwriting);
  await given.role(loan, dana.account, 'LENDER');
  const elena = await given.borrower(loan);
  const file = async (suggested: 'here' | 'elsewhere' | null) => {
    const item = await given.shoeboxItem(loan, elena.account);
    const [here, elsewhere] = [await given.element(loan), await given.element(loan)];
    const suggestedElementId = suggested === 'here' ? here.id : elsewhere.id;
    const change = { id: item.id, elementId: here.id, ...(suggested && { suggestedElementId }) };
    const { status } = await server.call('updateShoeboxItems', { body: { items: [change] } }, dana);
    expect(status).toBe(200);
  };
  await file('here');
  await file('here');
  await file('elsewhere');
  await file(null);
  expect((await figures()).suggestions.at(-1)).toMatchObject({ suggested: 3, taken: 2 });
  expect((await figures()).suggestions).toHaveLength(12);
  expect((await figures({ loanType: ['SBA_504'] })).suggestions.at(-1)).toMatchObject({
    suggested: 0,
  });
});

describe('who reads them', () => {
  test('a company’s own employees and administrators may read it; users from outside may not', async () => {
    const loan = await server.given.loan(underwriting, { name: 'CANARY', closeDate: dayAgo(3) });
    expect((await ask(await server.given.colleague(company))).status).toBe(200);
    expect((await ask(await server.given.borrower(loan))).status).toBe(403);
    const underwriter = await server.given.account();
    await server.given.role(loan, underwriter, 'UNDERWRITER_LENDER');
    const outside = { token: await server.given.session(underwriter, { roleLevel: 'LENDER' }) };
    expect((await ask(outside)).status).toBe(403);

    const stranger = await server.given.colleague(await server.given.company(), 'OWNER');
    const { body, text } = await ask(stranger);
    expect([body.activeLoans, text.includes('CANARY')]).toEqual([0, false]);
    expect((await ask(stranger, { companyId: company.id })).body).toMatchObject({
      code: 'NOT_FOUND',
    });
    // A phase of another company matches nothing.
    expect((await ask(stranger, { phaseId: [underwriting.id] })).body.activeLoans).toBe(0);

    const robin = await server.given.account({ platformAdmin: true });
    const admin = { token: await server.given.session(robin, { roleLevel: 'ADMIN' }) };
    expect((await ask(admin)).body).toMatchObject({ code: 'INVALID_REQUEST' });
    expect((await ask(admin, { companyId: company.id })).body.activeLoans).toBe(1);
  });

  test('as a file too, in which no cell is a formula, and which the log remembers', async () => {
    await server.given.phase(company, { name: '=cmd|calc' });
    await server.given.loan(underwriting, { amount: 1234.5 });
    const { body } = await server.call('exportCharts', { body: {} }, dana);
    const fetched = (token: string) =>
      server.app.inject({ url: body.downloadUrl, headers: { cookie: `cairn-session=${token}` } });
    const lines = parseCsv((await fetched(dana.token)).body);
    expect(lines[0]).toEqual(['Figure', 'Of', 'Value', 'Before']);
    expect(lines).toContainEqual(['Requested', 'Today', '1234.50', '']);
    expect(lines).toContainEqual(['Median days in phase', "'=cmd|calc", '', '']);
    const colleague = await server.given.colleague(company);
    expect((await fetched(colleague.token)).statusCode).toBe(404);
    const { rowCount } = await server.owner.query(
      `select from cairn.audit_entry where company_id = $1 and kind = 'charts.exported'`,
      [company.id],
    );
    expect(rowCount).toBe(1);
  });
});
