import { randomUUID } from 'node:crypto';
import { errors, type Party } from '@cairn/contract';
import {
  Ear,
  startTestServer,
  until,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let asOwner: { token: string };
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company({ name: 'Northgate Bank' });
  asOwner = await server.given.colleague(company, 'OWNER');
});
beforeEach(async () => {
  loan = await server.given.loan(await server.given.phase(company), { name: 'Larkspur Bakery' });
});
afterAll(() => server.stop());

const newAddress = (): string => `${randomUUID()}@example.com`;
const newcomer = (emailAddress = newAddress()) => ({
  givenName: 'Ada',
  familyName: 'Moss',
  emailAddress,
});
const peopleFor = async (as: { token: string }, on: Loan = loan) =>
  (await server.call('listParties', { params: { id: on.id } }, as)).body.people;
const rolesOf = (party: Party | undefined) => party?.roles.map(({ role }) => role);
const addBorrower = (body: object, as = asOwner) =>
  server.call('addBorrowerUser', { params: { id: loan.id }, body }, as);
const borrower = (role?: 'LEAD_BORROWER' | 'BORROWER' | 'PRINCIPAL') =>
  server.given.borrower(loan, role);
const employee = (level?: 'OWNER' | 'EMPLOYEE') => server.given.colleague(company, level);

describe('removal takes effect at once', () => {
  test('the loan is gone for the removed person, whose open pages are told', async () => {
    const { account, token } = await borrower('LEAD_BORROWER');
    const watcher = await borrower();
    const ear = await Ear.listen(server, token);
    const others = await Ear.listen(server, watcher.token);
    const removed = await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: account.id }, body: { remove: true } },
      asOwner,
    );
    expect(removed.body).toEqual({ success: true, user: null });
    const reply = await server.call('getLoan', { params: { id: loan.id } }, { token });
    expect([reply.status, reply.body]).toMatchObject([404, { message: errors.LOAN_NOT_FOUND[1] }]);
    await until(async () => ear.changes.some(({ kind }) => kind === 'person.leftLoan'));
    const notice = ear.changes.find(({ kind }) => kind === 'person.leftLoan')!;
    expect(notice.changes).toEqual(expect.arrayContaining(['loan', 'loanList', 'element']));
    // They get no further events of the loan.
    await until(async () => others.changes.some(({ kind }) => kind === 'party.removed'));
    expect(ear.changes.filter(({ loanId }) => loanId === loan.id)).toEqual([]);
    await addBorrower({ user: newcomer() });
    await until(async () => others.changes.some(({ kind }) => kind === 'invitation.noted'));
    expect(ear.changes.filter(({ loanId }) => loanId === loan.id)).toEqual([]);
    ear.close();
    others.close();
  });

  test('what was under way when they were removed is refused, not finished', async () => {
    const { account, token } = await borrower('LEAD_BORROWER');
    const remove = () =>
      server.call(
        'editNonLenderUser',
        { params: { loanId: loan.id, userId: account.id }, body: { remove: true } },
        asOwner,
      );
    const answers = await Promise.all([
      remove(),
      ...Array.from({ length: 8 }, () => addBorrower({ user: newcomer() }, { token })),
    ]);
    expect(answers[0].status).toBe(200);
    const statuses = answers.slice(1).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
    expect((await addBorrower({ user: newcomer() }, { token })).status).toBe(404);
  });

  test('requests assigned to them become unassigned', async () => {
    const { account } = await borrower();
    const other = await borrower();
    const theirs = await server.given.element(loan, { assignedTo: account });
    const others = await server.given.element(loan, { assignedTo: other.account });
    const assignee = async (id: string) =>
      (
        await server.owner.query<{ assigned_to: string | null; version: number }>(
          'select assigned_to, version from cairn.element where id = $1',
          [id],
        )
      ).rows[0];
    await server.given.role(loan, account, 'PRINCIPAL');
    await server.owner.query(
      `delete from cairn.loan_role where loan_id = $1 and account_id = $2 and role = 'BORROWER'`,
      [loan.id, account.id],
    );
    // They keep one role, so the request stays assigned to them.
    expect(await assignee(theirs.id)).toEqual({ assigned_to: account.id, version: 1 });
    await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: account.id }, body: { remove: true } },
      asOwner,
    );
    expect(await assignee(theirs.id)).toEqual({ assigned_to: null, version: 2 });
    expect(await assignee(others.id)).toEqual({ assigned_to: other.account.id, version: 1 });
  });

  test('an invitation that is still open does not bring them back', async () => {
    const lender = await employee('OWNER');
    const person = await server.given.account();
    await server.given.person(company, person);
    const invite = (role: 'BORROWER' | 'UNDERWRITER_LENDER') =>
      server.given.invitation(company, lender.account, {
        loan,
        role,
        emailAddress: person.emailAddress,
      });
    const [asBorrower, asLender] = [await invite('BORROWER'), await invite('UNDERWRITER_LENDER')];
    expect((await addBorrower({ userId: person.id })).status).toBe(200);
    await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: person.id }, body: { remove: true } },
      asOwner,
    );
    const theirs = { token: await server.given.session(person, { roleLevel: 'BORROWER' }) };
    const accept = ({ id }: { id: string }) =>
      server.call('doAction', { body: { id, data: { action: 'ACCEPT' } } }, theirs);
    expect((await accept(asBorrower)).body).toMatchObject({
      message: errors.INVITATION_OVER[1],
    });
    expect((await server.call('getLoan', { params: { id: loan.id } }, theirs)).status).toBe(404);
    // Becoming a lender is decided by other rules.
    expect((await accept(asLender)).status).toBe(200);
  });

  test('a lender is not removed as a borrower, nor by the lead borrower', async () => {
    const lender = await employee();
    const roleId = await server.given.role(loan, lender.account, 'LENDER');
    const lead = await borrower('LEAD_BORROWER');
    for (const [as, status] of [
      [asOwner, 404],
      [lead, 403],
    ] as const) {
      const one = await server.call(
        'editNonLenderUser',
        { params: { loanId: loan.id, userId: lender.account.id }, body: { remove: true } },
        as,
      );
      const other = await server.call(
        'removeContactRelation',
        { params: { loanId: loan.id, loanRoleId: roleId } },
        as,
      );
      expect([one.status, other.status]).toEqual([status, status]);
    }
  });

  test('a member who lends and borrows here loses only the one role', async () => {
    const { account } = await employee();
    await server.given.role(loan, account, 'LENDER');
    await server.given.role(loan, account, 'BORROWER');
    await server.call('removeLenderUser', { params: { id: loan.id, userId: account.id } }, asOwner);
    expect(rolesOf((await peopleFor(asOwner)).find(({ id }) => id === account.id))).toEqual([
      'BORROWER',
    ]);
  });
});

describe('personal details', () => {
  test('kinds and types of users are the specification’s [R109] [R110]', async () => {
    await borrower('PRINCIPAL');
    await borrower('BORROWER');
    const { account } = await employee();
    await server.given.role(loan, account, 'UNDERWRITER_LENDER');
    const people = await peopleFor(asOwner);
    expect(people.map(({ userKind, userType }) => [userKind, userType])).toEqual([
      ['PRINCIPAL', null],
      ['USER', null],
      ['USER', 'LENDER'],
    ]);
  });

  test('borrowers, principals and contacts see who is there, not who was asked, and no labels', async () => {
    const { roleId } = await borrower('LEAD_BORROWER');
    const label = await server.given.label(company, { name: 'Difficult' });
    await server.given.labelOn(loan, roleId, label);
    await addBorrower({ user: newcomer(), sendInvite: true });
    for (const role of ['BORROWER', 'PRINCIPAL'] as const) {
      const { token } = await borrower(role);
      const { text, body } = await server.call(
        'listParties',
        { params: { id: loan.id } },
        { token },
      );
      expect(body.people.every(({ invitation }) => invitation === null)).toBe(true);
      expect(text).not.toContain('Difficult');
      expect(body.people.every(({ abilities }) => !abilities.edit && !abilities.remove)).toBe(true);
    }
  });

  test('the loans of a user at a company, as far as the caller sees them', async () => {
    const { account, token } = await borrower();
    const second = await server.given.loan(await server.given.phase(company), { name: 'Second' });
    await server.given.role(second, account, 'PRINCIPAL');
    const ask = (as: { token: string }, companyId = company.id, userId = account.id) =>
      server.call('listLoansOfUser', { params: { companyId, userId } }, as);
    const both = await ask(asOwner);
    expect(both.body.loans.map(({ name, roles }) => [name, roles])).toEqual([
      ['Larkspur Bakery', ['BORROWER']],
      ['Second', ['PRINCIPAL']],
    ]);
    // In the role of borrower, only loans on which they are a borrower are listed.
    expect((await ask({ token })).body.loans.map(({ id }) => id)).toEqual([loan.id]);
    const { account: unknown } = await employee();
    expect((await ask(asOwner, company.id, unknown.id)).body.loans).toEqual([]);
    const other = await server.given.company();
    const stranger = await server.given.employee(other);
    expect((await ask(asOwner, other.id, stranger.id)).status).toBe(404);
    expect((await ask(asOwner, company.id, stranger.id)).status).toBe(404);
  });
});
