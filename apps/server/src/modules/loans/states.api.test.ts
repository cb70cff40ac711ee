import { startTestServer, type Account, type Company, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let asOwner: string;
let asEmployee: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  owner = await server.given.employee(company, { level: 'OWNER' });
  asOwner = await server.given.session(owner, { roleLevel: 'LENDER', company });
});
afterAll(() => server.stop());

/** A loan in origination, with an employee who works on it. */
async function aLoan() {
  const { given, call } = server;
  const phase = await given.phase(company, { category: 'ORIGINATION' });
  const loan = await given.loan(phase, { closeDate: '2027-03-05' });
  const employee = await given.employee(company);
  await given.role(loan, employee, 'LENDER');
  asEmployee = await given.session(employee, { roleLevel: 'LENDER', company });
  const read = async () =>
    (await call('getLoan', { params: { id: loan.id } }, { token: asOwner })).body;
  return { loan, phase, read };
}

describe('editing a loan', () => {
  test('changes what it says of itself, and counts its amount anew', async () => {
    const { loan, phase, read } = await aLoan();
    const { lastModifiedDate } = await read();
    const { status, body } = await server.call(
      'updateLoan',
      {
        params: { id: loan.id },
        body: {
          name: 'Larkspur Bakery',
          loanType: 'SBA_504',
          loanPurpose: 'A second oven',
          amount: 400_000.5,
          color: '#5b8def',
          closeDate: null,
          lastModifiedDate,
        },
      },
      { token: asEmployee },
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Larkspur Bakery',
      loanType: 'SBA_504',
      loanPurpose: 'A second oven',
      amount: 400_000.5,
      color: '#5B8DEF',
      closeDate: null,
    });
    const { phases } = (
      await server.call('listPhases', { params: { companyId: company.id } }, { token: asOwner })
    ).body;
    expect(phases.find(({ id }) => id === phase.id)).toMatchObject({
      loanCount: 1,
      loanAmount: 400_000.5,
    });
  });

  test('a concurrent change by another user is not overwritten', async () => {
    const { loan, read } = await aLoan();
    const before = await read();
    const edit = (name: string) =>
      server.call(
        'updateLoan',
        {
          params: { id: loan.id },
          body: {
            name,
            loanType: 'SBA_7A',
            loanPurpose: null,
            amount: null,
            color: '#FAC014',
            closeDate: null,
            lastModifiedDate: before.lastModifiedDate,
          },
        },
        { token: asOwner },
      );
    const [one, other] = await Promise.all([edit('First'), edit('Second')]);
    expect(new Set([one.status, other.status])).toEqual(new Set([200, 409]));
    expect((await read()).name).toBe(one.status === 200 ? 'First' : 'Second');
  });

  test('a placeholder is no loan type [R267]', async () => {
    const { loan } = await aLoan();
    const { status } = await server.call(
      'updateLoan',
      {
        params: { id: loan.id },
        body: {
          name: 'Larkspur',
          loanType: 'INVALID' as never,
          loanPurpose: null,
          amount: null,
          color: '#FAC014',
          closeDate: null,
          lastModifiedDate: new Date().toISOString(),
        },
      },
      { token: asOwner },
    );
    expect(status).toBe(400);
  });
});

describe('the status of a loan', () => {
  const setTo = (
    id: string,
    loanStatus: 'IN_REVIEW' | 'FUNDED' | 'DECLINED' | 'APPLICATION' | 'ON_HOLD',
    token: string,
  ) => server.call('setLoanStatus', { params: { id }, body: { loanStatus } }, { token });

  test('is changed by sending loanStatus; the reply says where it can go next [R223]', async () => {
    const { loan } = await aLoan();
    const { status, body } = await setTo(loan.id, 'IN_REVIEW', asEmployee);
    expect(status).toBe(200);
    expect(body.status).toBe('IN_REVIEW');
    expect(body.nextStatuses).toContain('UNDERWRITING');
  });

  test('does not jump', async () => {
    const { loan, read } = await aLoan();
    const refused = await setTo(loan.id, 'FUNDED', asOwner);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'STATUS_NOT_NEXT' });
    expect((await read()).status).toBe('APPLICATION');
  });

  test('on hold comes back to what it was', async () => {
    const { loan } = await aLoan();
    await setTo(loan.id, 'IN_REVIEW', asOwner);
    const reply = await setTo(loan.id, 'ON_HOLD', asOwner);
    expect(reply.body.nextStatuses).toEqual(['IN_REVIEW']);
    expect((await setTo(loan.id, 'IN_REVIEW', asEmployee)).status).toBe(200);
  });

  test('what was declined is reopened by the owner, not by an employee', async () => {
    const { loan } = await aLoan();
    await setTo(loan.id, 'DECLINED', asOwner);
    expect((await setTo(loan.id, 'APPLICATION', asEmployee)).status).toBe(409);
    expect((await setTo(loan.id, 'APPLICATION', asOwner)).status).toBe(200);
  });

  test('asked for twice at once it changes once, and tells once', async () => {
    const { loan } = await aLoan();
    await Promise.all([setTo(loan.id, 'IN_REVIEW', asOwner), setTo(loan.id, 'IN_REVIEW', asOwner)]);
    const { rows } = await server.owner.query(
      `select 1 from cairn.event where loan_id = $1 and workflow = 'notify'`,
      [loan.id],
    );
    expect(rows).toHaveLength(1);
  });

  test('leaves the phase as it is', async () => {
    const { loan, phase } = await aLoan();
    const { body } = await setTo(loan.id, 'IN_REVIEW', asOwner);
    expect(body.loanPhase.id).toBe(phase.id);
  });
});

describe('the phase of a loan', () => {
  const move = (id: string, phaseId: string, token: string) =>
    server.call('setLoanPhase', { params: { id }, body: { id: phaseId } }, { token });

  test('is set by phase id; the days in phase begin anew and the totals follow [R002] [R224]', async () => {
    const { loan, phase } = await aLoan();
    const closing = await server.given.phase(company, { category: 'ORIGINATION', name: 'Closing' });
    const before = Date.now();
    const { status, body } = await move(loan.id, closing.id, asEmployee);
    expect(status).toBe(200);
    expect(body.loanPhase).toMatchObject({ id: closing.id, name: 'Closing' });
    expect(Date.parse(body.phaseEnteredDate)).toBeGreaterThanOrEqual(before - 1000);
    const { phases } = (
      await server.call('listPhases', { params: { companyId: company.id } }, { token: asOwner })
    ).body;
    const count = (phaseId: string) => phases.find(({ id }) => id === phaseId)?.loanCount;
    expect([count(phase.id), count(closing.id)]).toEqual([0, 1]);
  });

  test('is one of the loan’s own company', async () => {
    const { loan } = await aLoan();
    const foreign = await server.given.phase(await server.given.company());
    expect((await move(loan.id, foreign.id, asOwner)).status).toBe(404);
  });

  test('to the archive from anywhere; back to where it was, by the owner alone', async () => {
    const { loan, phase } = await aLoan();
    const archive = await server.given.phase(company, { category: 'ARCHIVE' });
    expect((await move(loan.id, archive.id, asEmployee)).status).toBe(200);
    const refused = await move(loan.id, phase.id, asEmployee);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: 'PHASE_NOT_NEXT' });
    const back = await move(loan.id, phase.id, asOwner);
    expect(back.status).toBe(200);
    expect(back.body.loanPhase.id).toBe(phase.id);
  });
});

describe('a user who only borrows', () => {
  let asBorrower: string;
  let loanId: string;
  beforeEach(async () => {
    const { loan } = await aLoan();
    loanId = loan.id;
    const borrower = await server.given.account();
    await server.given.role(loan, borrower, 'LEAD_BORROWER');
    asBorrower = await server.given.session(borrower, { roleLevel: 'BORROWER' });
  });
  test('is offered no change of the loan, and may make none', async () => {
    const { body } = await server.call(
      'getLoan',
      { params: { id: loanId } },
      { token: asBorrower },
    );
    expect(body).toMatchObject({
      nextStatuses: [],
      nextCategories: [],
      abilities: { edit: false },
    });
    const { status } = await server.call(
      'setLoanStatus',
      { params: { id: loanId }, body: { loanStatus: 'WITHDRAWN' } },
      { token: asBorrower },
    );
    expect(status).toBe(403);
  });
});
