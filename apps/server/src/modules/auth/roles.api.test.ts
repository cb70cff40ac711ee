import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const PASSWORD = 'a long enough password';
let server: TestServer;
let northgate: Company;
let fairhaven: Company;
let lentLoan: Loan;
let ownLoan: Loan;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  northgate = await server.given.company({ name: 'Northgate Bank' });
  fairhaven = await server.given.company({ name: 'Fairhaven Credit Union' });
  lentLoan = await server.given.loan(await server.given.phase(northgate), { name: 'Lent' });
  ownLoan = await server.given.loan(await server.given.phase(fairhaven), { name: 'Own' });
});
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
});
afterAll(() => server.stop());

/** Works for one company, with a role on one of its loans, and is a borrower at another. */
async function priya(): Promise<{ account: Account; token: string }> {
  const account = await server.given.employee(northgate, { password: PASSWORD });
  await server.given.role(lentLoan, account, 'UNDERWRITER_LENDER');
  await server.given.role(ownLoan, account, 'BORROWER');
  const token = await server.given.session(account, { roleLevel: 'LENDER', company: northgate });
  return { account, token };
}
const listen = async (token: string) => {
  const ear = await Ear.listen(server, token);
  ears.push(ear);
  return ear;
};
const asBorrower = { params: { roleLevel: 'BORROWER' as const } };
const namesOf = async (token: string) => {
  const { body } = await server.call('viewLoans', {}, { token });
  return body.loans.map(({ name }) => name);
};

describe('the roles of a person', () => {
  test('are listed, with the one in use and the default [R113]', async () => {
    const { token } = await priya();
    const { body } = await server.call('listPossibleGroupRoles', {}, { token });
    expect(body.roles).toEqual([
      { roleLevel: 'LENDER', company: northgate, logged: true, isDefault: true },
      { roleLevel: 'BORROWER', company: null, logged: false, isDefault: false },
    ]);
  });

  test('include the borrower’s role of a user who works for their own lender [R112] [R113]', async () => {
    const account = await server.given.employee(northgate);
    await server.given.role(lentLoan, account, 'BORROWER');
    const token = await server.given.session(account, { roleLevel: 'BORROWER' });
    const { body } = await server.call('listPossibleGroupRoles', {}, { token });
    expect(body.roles.map(({ roleLevel }) => roleLevel)).toEqual(['LENDER', 'BORROWER']);
    expect(await namesOf(token)).toEqual(['Lent']);
  });

  test('are a single empty one for a new user', async () => {
    const someone = await server.given.account();
    const token = await server.given.session(someone, { roleLevel: 'BORROWER' });
    const { body } = await server.call('listPossibleGroupRoles', {}, { token });
    expect(body.roles).toEqual([
      { roleLevel: 'BORROWER', company: null, logged: true, isDefault: true },
    ]);
  });
});

describe('working in another role', () => {
  test('brings its rights at once, and takes those of the other [R114] [R116]', async () => {
    const { token } = await priya();
    expect(await namesOf(token)).toContain('Lent');
    const answer = await server.call('setLoggedRole', asBorrower, { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ roleLevel: 'BORROWER', company: null });
    // Not the loan on which she is a lender: only the logged role's rights apply.
    expect(await namesOf(token)).toEqual(['Own']);
    const lent = { params: { id: lentLoan.id } };
    expect((await server.call('getLoan', lent, { token })).status).toBe(404);
    expect((await server.call('listElements', lent, { token })).status).toBe(404);
    const phases = { params: { companyId: northgate.id } };
    expect((await server.call('listPhases', phases, { token })).status).toBe(404);
    expect((await server.call('getLoggedUser', {}, { token })).body.roleLevel).toBe('BORROWER');
  });

  test('a lender from outside does not see what they borrow', async () => {
    const account = await server.given.account();
    await server.given.role(lentLoan, account, 'UNDERWRITER_LENDER');
    await server.given.role(ownLoan, account, 'LEAD_BORROWER');
    const token = await server.given.session(account, { roleLevel: 'LENDER' });
    expect(await namesOf(token)).toEqual(['Lent']);
    await server.call('setLoggedRole', asBorrower, { token });
    expect(await namesOf(token)).toEqual(['Own']);
  });

  test('is refused for a level or company that was not given', async () => {
    const { token } = await priya();
    const attempt = (roleLevel: 'ADMIN' | 'LENDER' | 'CONTACT', companyId?: string) =>
      server.call(
        'setLoggedRole',
        { params: { roleLevel }, ...(companyId && { query: { companyId } }) },
        { token },
      );
    const missing = '01890000-0000-7000-8000-000000000000';
    const answers = [
      await attempt('ADMIN'),
      await attempt('CONTACT'),
      await attempt('LENDER', fairhaven.id),
      await attempt('LENDER', missing),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await server.call('getLoggedUser', {}, { token })).body).toMatchObject({
      roleLevel: 'LENDER',
      company: northgate,
    });
  });

  test('needs the company where the level is held at several', async () => {
    const { account, token } = await priya();
    await server.owner.query(`insert into cairn.employee values ($1, $2, 'EMPLOYEE')`, [
      fairhaven.id,
      account.id,
    ]);
    const lender = { params: { roleLevel: 'LENDER' as const } };
    const unnamed = await server.call('setLoggedRole', lender, { token });
    expect(unnamed.status).toBe(400);
    expect(unnamed.body).toMatchObject({ fieldErrors: { companyId: 'Required' } });
    const reply = await server.call(
      'setLoggedRole',
      { ...lender, query: { companyId: fairhaven.id } },
      { token },
    );
    expect(reply.body.company).toEqual(fairhaven);
    expect(await namesOf(token)).toEqual(['Own']);
  });

  test('ends the streams of every tab at once, and no other browser’s [R116]', async () => {
    const { account, token } = await priya();
    const elsewhere = await server.given.session(account, {
      roleLevel: 'LENDER',
      company: northgate,
    });
    const tabs = [await listen(token), await listen(token)];
    const otherBrowser = await listen(elsewhere);
    const started = Date.now();
    await server.call('setLoggedRole', asBorrower, { token });
    await until(async () => tabs.every((tab) => tab.ended));
    // Faster than the check every 15 seconds, so an event caused it.
    expect(Date.now() - started).toBeLessThan(5000);
    expect(tabs[0]!.changes[0]).toMatchObject({
      kind: 'session.roleChanged',
      changes: expect.arrayContaining(['session', 'loan', 'element', 'document', 'company']),
    });
    await until(async () => otherBrowser.changes.length === 1);
    expect(otherBrowser.ended).toBe(false);
    expect((await server.call('getLoggedUser', {}, { token: elsewhere })).body.roleLevel).toBe(
      'LENDER',
    );
  });

  test('a borrower’s stream says nothing of the loans on which they lend', async () => {
    const { token } = await priya();
    await server.call('setLoggedRole', asBorrower, { token });
    const ear = await listen(token);
    const colleague = await server.given.employee(northgate, { level: 'OWNER' });
    const colleagueToken = await server.given.session(colleague, {
      roleLevel: 'LENDER',
      company: northgate,
    });
    const witness = await listen(colleagueToken);
    const element = await server.given.element(lentLoan);
    const file = await server.given.document(lentLoan, colleague);
    await server.call(
      'answerElement',
      { body: { elementId: element.id, loanId: lentLoan.id, documentId: file.id } },
      { token: colleagueToken },
    );
    await until(async () => witness.changes.length === 1);
    // The change of role itself may still be reported.
    expect(ear.changes.filter(({ loanId }) => loanId !== null)).toEqual([]);
  });

  test('sent twice under one key it happens once', async () => {
    const { account, token } = await priya();
    const headers = { 'idempotency-key': '0190aaaa-0000-4000-8000-000000000001' };
    const first = await server.call('setLoggedRole', asBorrower, { token, headers });
    const again = await server.call('setLoggedRole', asBorrower, { token, headers });
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    const { rows } = await server.owner.query(
      `select from cairn.audit_entry where actor_id = $1 and kind = 'session.roleChanged'`,
      [account.id],
    );
    expect(rows).toHaveLength(1);
  });
});

describe('the default role', () => {
  const logIn = async (account: Account) => {
    const body = { username: account.emailAddress, password: PASSWORD };
    return (await server.call('login', { body })).body.user;
  };

  test('is where a log-in starts, once it was chosen [R114]', async () => {
    const { account, token } = await priya();
    expect((await logIn(account)).roleLevel).toBe('LENDER');
    await server.call('setLoggedRole', { ...asBorrower, query: { setDefault: '' } }, { token });
    expect((await logIn(account)).roleLevel).toBe('BORROWER');
    const { body } = await server.call('listPossibleGroupRoles', {}, { token });
    expect(body.roles.find(({ isDefault }) => isDefault)?.roleLevel).toBe('BORROWER');
  });

  test('is not touched by changing the role for now', async () => {
    const { account, token } = await priya();
    await server.call(
      'setLoggedRole',
      { ...asBorrower, query: { setDefault: 'false' } },
      { token },
    );
    expect((await logIn(account)).roleLevel).toBe('LENDER');
  });

  test('that was taken away since is not given back', async () => {
    const { account, token } = await priya();
    await server.call('setLoggedRole', { ...asBorrower, query: { setDefault: 'true' } }, { token });
    await server.owner.query('delete from cairn.loan_role where account_id = $1', [account.id]);
    expect((await logIn(account)).roleLevel).toBe('LENDER');
  });

  test('is what a reset goes back to [R115]', async () => {
    const { token } = await priya();
    await server.call('setLoggedRole', asBorrower, { token });
    const tab = await listen(token);
    const answer = await server.call('resetLoggedRole', {}, { token });
    expect(answer.body).toMatchObject({ roleLevel: 'LENDER', company: northgate });
    await until(async () => tab.ended);
    expect(await namesOf(token)).toContain('Lent');
  });
});
