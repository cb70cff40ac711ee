import {
  startTestServer,
  type Account,
  type Company,
  type Phase,
  type TestServer,
} from '@cairn/testing';
import type { Contract, ReplyOf } from '@cairn/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let phase: Phase;
let dana: Account;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  phase = await server.given.phase(company);
  dana = await server.given.employee(company);
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
});
afterAll(() => server.stop());

test('a lender is a company whose employees run its loans with borrowers [R001]', async () => {
  const { given, call } = server;
  const lender = await given.company();
  const loan = await given.loan(await given.phase(lender));
  const people = await Promise.all([given.employee(lender), given.employee(lender)]);
  const borrower = await given.account();
  await given.role(loan, borrower, 'LEAD_BORROWER');
  const sessions = await Promise.all([
    ...people.map((account) => given.session(account, { roleLevel: 'LENDER', company: lender })),
    given.session(borrower, { roleLevel: 'BORROWER' }),
  ]);
  const lists = await Promise.all(sessions.map((each) => call('viewLoans', {}, { token: each })));
  for (const { body } of lists) expect(body.loans.map(({ id }) => id)).toEqual([loan.id]);
  const { body: opened } = await call(
    'getLoan',
    { params: { id: loan.id } },
    { token: sessions[2]! },
  );
  expect(opened.companyId).toBe(lender.id);
  // Employees of another lender have no access.
  const { body } = await call('viewLoans', {}, { token });
  expect(body.loans.map(({ id }) => id)).not.toContain(loan.id);
});

test('a borrower learns the lender and whom to call there; people at the lender are not told', async () => {
  const { given, call } = server;
  const lender = await given.company();
  const loan = await given.loan(await given.phase(lender));
  const [officer, colleague] = [await given.employee(lender), await given.employee(lender)];
  const borrower = await given.account();
  await given.role(loan, officer, 'LENDER');
  await given.role(loan, colleague, 'LENDER');
  await given.role(loan, borrower, 'LEAD_BORROWER');
  const asOfficer = {
    token: await given.session(officer, { roleLevel: 'LENDER', company: lender }),
  };
  const asBorrower = { token: await given.session(borrower, { roleLevel: 'BORROWER' }) };
  await call('updateEmployeeInfo', { body: { phone: '555-010-0199' } }, asOfficer);

  const contactDetails = {
    id: lender.id,
    name: lender.name,
    logo: null,
    officer: expect.objectContaining({ id: officer.id, phone: '555-010-0199' }),
  };
  expect((await call('viewLoans', {}, asBorrower)).body.loans[0]!.lender).toEqual(contactDetails);
  const params = { id: loan.id };
  expect((await call('getLoan', { params }, asBorrower)).body.lender).toEqual(contactDetails);
  expect((await call('viewLoans', {}, asOfficer)).body.loans[0]!.lender).toBeNull();
});

test('whom a borrower calls works at the lender, with an open account; else it is the next colleague', async () => {
  const { given, call, owner } = server;
  const lender = await given.company();
  const loan = await given.loan(await given.phase(lender));
  const outsider = await given.account();
  const [closed, removed, next] = [
    await given.employee(lender),
    await given.employee(lender),
    await given.employee(lender),
  ];
  for (const account of [outsider, closed, removed, next])
    await given.role(loan, account, 'LENDER');
  const { token: borrower } = await given.borrower(loan, 'LEAD_BORROWER');
  const officer = async () =>
    (await call('getLoan', { params: { id: loan.id } }, { token: borrower })).body.lender!.officer
      ?.id;
  expect(await officer()).toBe(closed.id);
  await owner.query('update cairn.account set closed_at = now() where id = $1', [closed.id]);
  expect(await officer()).toBe(removed.id);
  await owner.query('delete from cairn.employee where account_id = $1', [removed.id]);
  expect(await officer()).toBe(next.id);
  await owner.query('delete from cairn.employee where account_id = $1', [next.id]);
  expect(await officer()).toBeUndefined();
});

test('employees, borrowers, applicants, contacts and administrators log in; visitors are no user [R008]', async () => {
  const { given, call } = server;
  const loan = await given.loan(await given.phase(await given.company()));
  const roles = [
    ['LEAD_BORROWER', 'BORROWER'],
    ['PRINCIPAL', 'APPLICANT'],
    ['KEY_CONTACT', 'CONTACT'],
  ] as const;
  const tokens = await Promise.all(
    roles.map(async ([role, roleLevel]) => {
      const account = await given.account();
      await given.role(loan, account, role);
      return given.session(account, { roleLevel });
    }),
  );
  const administrator = await given.session(await given.account(), { roleLevel: 'ADMIN' });
  const users = await Promise.all(
    [token, ...tokens, administrator].map((each) => call('getLoggedUser', {}, { token: each })),
  );
  expect(users.map(({ body }) => body.roleLevel)).toEqual([
    'LENDER',
    'BORROWER',
    'APPLICANT',
    'CONTACT',
    'ADMIN',
  ]);
  expect((await call('getLoggedUser', {})).status).toBe(401);
});

describe('the list of loans', () => {
  test('shows the company its own loans, soonest close first, those without a date last', async () => {
    const { given, call } = server;
    const later = await given.loan(phase, { closeDate: '2027-03-05' });
    const undated = await given.loan(phase, { closeDate: null });
    const soon = await given.loan(phase, { closeDate: '2026-12-01' });
    const stranger = await given.loan(await given.phase(await given.company()));

    const { status, body } = await call('viewLoans', {}, { token });

    expect(status).toBe(200);
    const ids = body.loans.map((loan) => loan.id);
    expect(ids).toEqual([soon.id, later.id, undated.id]);
    expect(ids).not.toContain(stranger.id);
  });

  test('pages by key: every loan once, in order', async () => {
    const { given, call } = server;
    const paged = await given.company();
    const inIt = await given.phase(paged);
    const reader = await given.session(await given.employee(paged), {
      roleLevel: 'LENDER',
      company: paged,
    });
    const dates = [
      '2027-01-01',
      '2027-01-01',
      null,
      '2027-02-01',
      '2027-01-01',
      null,
      '2026-12-24',
    ];
    for (const closeDate of dates) await given.loan(inIt, { closeDate });

    const closeDates: (string | null)[] = [];
    const ids = new Set<string>();
    let cursor: string | null = null;
    do {
      const page: { status: number; body: ReplyOf<Contract['viewLoans']> } = await call(
        'viewLoans',
        { query: { limit: 2, ...(cursor && { cursor }) } },
        { token: reader },
      );
      expect(page.status).toBe(200);
      for (const loan of page.body.loans) {
        closeDates.push(loan.closeDate);
        ids.add(loan.id);
      }
      cursor = page.body.nextCursor;
    } while (cursor);

    expect(ids.size).toBe(dates.length);
    expect(closeDates).toEqual([
      '2026-12-24',
      '2027-01-01',
      '2027-01-01',
      '2027-01-01',
      '2027-02-01',
      null,
      null,
    ]);
  });

  test('a cursor that we did not write is refused', async () => {
    const { status, body } = await server.call('viewLoans', { query: { cursor: 'x' } }, { token });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      code: 'INVALID_REQUEST',
      fieldErrors: { cursor: expect.any(String) },
    });
  });

  test('filters by category, phase and type; arrays are repeated keys [R275]', async () => {
    const { given, call } = server;
    const filtered = await given.company();
    const lead = await given.phase(filtered, { name: 'Inquiry', category: 'LEAD' });
    const closing = await given.phase(filtered, { name: 'Closing' });
    const review = await given.phase(filtered, { name: 'Review' });
    const inLead = await given.loan(lead);
    const inClosing = await given.loan(closing, { loanType: 'SBA_504' });
    const inReview = await given.loan(review, { loanType: 'EQUIPMENT' });
    const as = {
      token: await given.session(await given.employee(filtered), {
        roleLevel: 'LENDER',
        company: filtered,
      }),
    };
    const idsOf = async (query: Record<string, string | string[]>) =>
      (await call('viewLoans', { query }, as)).body.loans.map((loan) => loan.id).toSorted();

    expect(await idsOf({ category: 'LEAD' })).toEqual([inLead.id]);
    expect(await idsOf({ phaseId: [closing.id, review.id] })).toEqual(
      [inClosing.id, inReview.id].toSorted(),
    );
    expect(await idsOf({ phaseId: closing.id })).toEqual([inClosing.id]);
    expect(await idsOf({ category: 'ORIGINATION', loanType: ['EQUIPMENT'] })).toEqual([
      inReview.id,
    ]);
  });

  test('a user without a company sees the loans on which they have a role, across companies', async () => {
    const { given, call } = server;
    const elsewhere = await given.phase(await given.company());
    const one = await given.loan(phase);
    const two = await given.loan(elsewhere);
    await given.loan(elsewhere);
    const borrower = await given.account();
    await given.role(one, borrower, 'LEAD_BORROWER');
    await given.role(two, borrower, 'BORROWER');
    const otherList = await given.session(borrower, { roleLevel: 'BORROWER' });

    const { body } = await call('viewLoans', {}, { token: otherList });

    expect(body.loans.map((loan) => loan.id).toSorted()).toEqual([one.id, two.id].toSorted());
  });

  test('a loan carries phase, short code and progress [R062]', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase, { shortCode: 'larkspur-1' });
    const file = await given.document(loan, dana);
    await given.element(loan, { answer: { documentId: file.id, by: dana }, approvedBy: dana });
    await given.element(loan);

    const { body } = await call('getLoan', { params: { id: loan.id } }, { token });

    expect(body).toMatchObject({
      shortCode: 'larkspur-1',
      loanPhase: { id: phase.id, name: phase.name, lenderId: company.id, displayOrder: 1 },
      percentageAnswered: 50,
      percentageApproved: 50,
      packageTotals: { totalFiles: 2, totalAnsweredFiles: 1, totalApprovedFiles: 1 },
    });
  });
});

describe('one loan', () => {
  const read = async (id: string, as = token) =>
    (await server.call('getLoan', { params: { id } }, { token: as })).body;

  test('names who changed it last, and when the reader opened it [R060]', async () => {
    const { given, call } = server;
    const loan = await given.loan(phase);
    const owner = await given.employee(company, { level: 'OWNER' });
    const asOwner = await given.session(owner, { roleLevel: 'LENDER', company });
    const before = await read(loan.id);
    expect([before.lastModifiedByUser, before.whenLastViewed]).toEqual([null, null]);
    const params = { id: loan.id };
    await call('setLoanStatus', { params, body: { loanStatus: 'IN_REVIEW' } }, { token: asOwner });
    await call('addRecent', { body: { loanId: loan.id } }, { token });
    const after = await read(loan.id);
    expect(after.lastModifiedByUser).toMatchObject({ id: owner.id });
    expect(Date.parse(after.whenLastViewed!)).toBeGreaterThan(Date.now() - 60_000);
    expect((await read(loan.id, asOwner)).whenLastViewed).toBeNull();
  });

  test('says how far the reader is with what was asked of them by name [R060]', async () => {
    const { given } = server;
    const loan = await given.loan(phase);
    const { account, token: theirs } = await given.borrower(loan);
    await given.element(loan);
    await given.element(loan, { assignedTo: dana });
    expect((await read(loan.id, theirs)).userProgress).toBeNull();
    const file = await given.document(loan, account);
    const answer = { documentId: file.id, by: account };
    await given.element(loan, { assignedTo: account, answer, approvedBy: dana });
    await given.element(loan, { assignedTo: account, answer });
    await given.element(loan, { assignedTo: account });
    await given.element(loan, { assignedTo: account, flags: ['LENDER_ONLY'] });
    // Two of three answered, one of three approved.
    expect((await read(loan.id, theirs)).userProgress).toBe(50);
    expect((await read(loan.id)).userProgress).toBe(0);
  });

  test('counts what waits in its shoebox [R060] [R071]', async () => {
    const { given } = server;
    const loan = await given.loan(phase);
    const { account } = await given.borrower(loan);
    await given.shoeboxItem(loan, account);
    expect((await read(loan.id)).packageTotals.totalShoexboxItems).toBe(1);
  });
});

describe('pinning', () => {
  test('is personal, listed first, audited once and undone by unpinning [R226]', async () => {
    const { given, call, owner } = server;
    const loan = await given.loan(phase, { closeDate: '2029-01-01' });
    const colleague = await given.session(await given.employee(company), {
      roleLevel: 'LENDER',
      company,
    });

    const pinned = await call('pinLoan', { params: { id: loan.id } }, { token });
    expect(pinned.body).toEqual({ id: loan.id, pinned: true });

    const ownList = await call('viewLoans', {}, { token });
    expect(ownList.body.pinned.map((each) => each.id)).toContain(loan.id);
    expect(ownList.body.loans.map((each) => each.id)).not.toContain(loan.id);
    const otherList = await call('viewLoans', {}, { token: colleague });
    expect(otherList.body.pinned).toEqual([]);

    const { rows } = await owner.query('select kind from cairn.audit_entry where loan_id = $1', [
      loan.id,
    ]);
    expect(rows).toEqual([{ kind: 'loan.pinned' }]);

    await call('unpinLoan', { params: { id: loan.id } }, { token });
    const after = await call('viewLoans', {}, { token });
    expect(after.body.pinned).toEqual([]);
  });

  test('of a loan one cannot see answers like one that does not exist', async () => {
    const { given, call } = server;
    const foreign = await given.loan(await given.phase(await given.company()));
    const missing = '01890000-0000-7000-8000-000000000000';
    const one = await call('pinLoan', { params: { id: foreign.id } }, { token });
    const other = await call('pinLoan', { params: { id: missing } }, { token });
    expect(one.status).toBe(404);
    expect(one.text).toBe(other.text);
    expect(decodeURIComponent(String(one.headers['messages']))).toBe(
      'Loan either does not exist or you are not authorized to access, please contact your administrator if this continues',
    );
  });
});

describe('totals by phase', () => {
  test('follow loans as they come, move, change and go', async () => {
    const { given, call, owner } = server;
    const ownCompany = await given.company();
    const from = await given.phase(ownCompany, { name: 'From', displayOrder: 1 });
    const to = await given.phase(ownCompany, {
      name: 'To',
      displayOrder: 2,
      category: 'PORTFOLIO',
    });
    const as = {
      token: await given.session(await given.employee(ownCompany), {
        roleLevel: 'LENDER',
        company: ownCompany,
      }),
    };
    const one = await given.loan(from, { amount: 100 });
    await given.loan(from, { amount: 50.5 });
    await owner.query(
      `update cairn.loan set phase_id = $1, phase_category = 'PORTFOLIO', amount = 70 where id = $2`,
      [to.id, one.id],
    );

    const { body } = await call('listPhases', { params: { companyId: ownCompany.id } }, as);

    expect(
      body.phases.map(({ name, loanCount, loanAmount }) => [name, loanCount, loanAmount]),
    ).toEqual([
      ['From', 1, 50.5],
      ['To', 1, 70],
    ]);
    await owner.query('delete from cairn.loan where id = $1', [one.id]);
    const later = await call('listPhases', { params: { companyId: ownCompany.id } }, as);
    expect(later.body.phases[1]).toMatchObject({ loanCount: 0, loanAmount: 0 });
  });
});
