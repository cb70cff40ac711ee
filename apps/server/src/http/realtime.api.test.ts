import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let dana: Account;
let token: string;
let loan: Loan;
const ears: Ear[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company();
  dana = await server.given.employee(company, { level: 'OWNER' });
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
});
afterEach(() => {
  for (const ear of ears.splice(0)) ear.close();
});
afterAll(() => server.stop());

const listen = async (as: string | undefined, lastEventId?: string) => {
  const ear = await Ear.listen(server, as, lastEventId);
  ears.push(ear);
  return ear;
};
const staff = async (of: Company) =>
  server.given.session(await server.given.employee(of), { roleLevel: 'LENDER', company: of });
const partyTo = async (loans: Loan[], role: Parameters<TestServer['given']['role']>[2]) => {
  const account = await server.given.account();
  for (const each of loans) await server.given.role(each, account, role);
  return server.given.session(account, {
    roleLevel: role === 'UNDERWRITER_LENDER' ? 'LENDER' : 'BORROWER',
  });
};

async function answerSomething(over: Parameters<TestServer['given']['element']>[1] = {}) {
  const element = await server.given.element(loan, over);
  const file = await server.given.document(loan, dana);
  const { status } = await server.call(
    'answerElement',
    { body: { elementId: element.id, loanId: loan.id, documentId: file.id } },
    { token },
  );
  expect(status).toBe(200);
}

describe('the event stream', () => {
  test('needs a session', async () => {
    expect((await listen(undefined)).status).toBe(401);
    expect((await listen('made-up')).status).toBe(401);
  });

  test('tells everyone who sees the loan that it changed, and no other user', async () => {
    const stranger = await server.given.company();
    const elsewhere = await server.given.loan(await server.given.phase(stranger));
    const hears = [
      await listen(await staff(company)),
      await listen(await partyTo([loan], 'BORROWER')),
      await listen(await partyTo([loan, elsewhere], 'LEAD_BORROWER')),
      await listen(await partyTo([loan], 'UNDERWRITER_LENDER')),
    ];
    const deaf = [
      await listen(await staff(stranger)),
      await listen(await partyTo([elsewhere], 'BORROWER')),
    ];

    await answerSomething();

    await until(async () => hears.every((ear) => ear.changes.length === 1));
    expect(hears[0]!.changes[0]).toEqual({
      id: expect.any(String),
      kind: 'element.answered',
      loanId: loan.id,
      changes: ['element', 'document', 'loan', 'loanList'],
    });
    // The other streams have their notice, so a notice for these would have arrived by now.
    for (const ear of deaf) expect(ear.changes).toEqual([]);
  });

  test('says nothing to borrowers about what is kept from them, but does to an underwriter', async () => {
    const lender = await listen(await staff(company));
    const underwriter = await listen(await partyTo([loan], 'UNDERWRITER_LENDER'));
    const borrower = await listen(await partyTo([loan], 'BORROWER'));
    await answerSomething({ flags: ['LENDER_ONLY'] });
    await until(async () => lender.changes.length === 1 && underwriter.changes.length === 1);
    expect(borrower.changes).toEqual([]);
  });

  test('a pin concerns its owner only', async () => {
    const mine = await listen(token);
    const colleague = await listen(await staff(company));
    await server.call('pinLoan', { params: { id: loan.id } }, { token });
    await until(async () => mine.changes.length === 1);
    expect(mine.changes[0]!.kind).toBe('loan.pinned');
    expect(colleague.changes).toEqual([]);
  });

  test('resumes after Last-Event-ID: what happened meanwhile is told', async () => {
    const reader = await staff(company);
    const before = await listen(reader);
    const { id } = before.heard.at(-1)!;
    before.close();
    await answerSomething();
    await answerSomething();
    const after = await listen(reader, id);
    expect(after.changes.map(({ kind }) => kind).slice(-2)).toEqual([
      'element.answered',
      'element.answered',
    ]);
  });

  test('begins where the page asked who is signed in, so that nothing falls before it opens', async () => {
    const reader = await staff(company);
    const { body } = await server.call('getLoggedUser', {}, { token: reader });
    await answerSomething();
    const ear = await listen(reader, body.eventPosition);
    expect(ear.changes.at(-1)!.kind).toBe('element.answered');
  });

  test('an event whose transaction began earlier and commits later is not skipped', async () => {
    const ear = await listen(await staff(company));
    const slow = new pg.Client(server.config.database.app.replace('cairn_app', 'postgres'));
    await slow.connect();
    await slow.query('begin');
    const late = '01890000-0000-7000-8000-00000000aaaa';
    await slow.query(`select set_config('app.company_id', $1, true)`, [company.id]);
    await slow.query(
      `select app.record($1, $2, null, 'test.late', null, null, false, '{}', '{}', null, null)`,
      [late, company.id],
    );
    await answerSomething();
    await until(async () => ear.changes.length === 1);
    const resumeFrom = ear.heard.at(-1)!.id;
    await slow.query('commit');
    await slow.end();

    await until(async () => ear.changes.some(({ id }) => id === late));
    expect(ear.changes.map(({ kind }) => kind)).toEqual(['element.answered', 'test.late']);
    const resumed = await listen(await staff(company), resumeFrom);
    expect(resumed.changes.map(({ kind }) => kind)).toContain('test.late');
  });

  test('a position from another database asks the page to look at everything again', async () => {
    const ear = await listen(token, '99999999999999');
    expect(ear.heard.map(({ event }) => event)).toContain('reset');
  });

  test('ends when the session does', async () => {
    const own = await staff(company);
    const ear = await listen(own);
    await server.call('logout', {}, { token: own });
    await until(async () => ear.ended);
  });

  test('a person taken off a loan hears nothing more of it', async () => {
    const account = await server.given.account();
    const role = await server.given.role(loan, account, 'BORROWER');
    const ear = await listen(await server.given.session(account, { roleLevel: 'BORROWER' }));
    const witness = await listen(await staff(company));
    await server.owner.query('delete from cairn.loan_role where id = $1', [role]);
    await answerSomething();
    await until(async () => witness.changes.length === 1);
    expect(ear.changes).toEqual([]);
  });
});
