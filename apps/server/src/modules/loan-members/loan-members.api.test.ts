import { randomUUID } from 'node:crypto';
import type { Party } from '@cairn/contract';
import {
  Ear,
  startTestServer,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let owner: Account;
let asOwner: { token: string };
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  company = await server.given.company({ name: 'Northgate Bank' });
  const { account, token } = await server.given.colleague(company, 'OWNER');
  owner = account;
  asOwner = { token };
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
const addLender = (body: object, as = asOwner) =>
  server.call('addLenderUser', { params: { id: loan.id }, body: body as never }, as);
const addBorrower = (body: object, as = asOwner) =>
  server.call('addBorrowerUser', { params: { id: loan.id }, body }, as);
const borrower = (role?: 'LEAD_BORROWER' | 'BORROWER' | 'PRINCIPAL') =>
  server.given.borrower(loan, role);
const employee = (level?: 'OWNER' | 'EMPLOYEE') => server.given.colleague(company, level);
const code = ({ body }: { body: unknown }): string => (body as { code: string }).code;
const fields = ({ body }: { body: unknown }) =>
  (body as { fieldErrors?: Record<string, string> }).fieldErrors;
const kinds = async () => {
  const { rows } = await server.owner.query<{ kind: string }>(
    'select kind from cairn.audit_entry where loan_id = $1 order by position',
    [loan.id],
  );
  return rows.map((row) => row.kind);
};

describe('lenders on a loan [R118]', () => {
  test('a person who is invited has labels, which become theirs when they accept [R108]', async () => {
    const { given } = server;
    const label = await given.label(company);
    const later = await given.label(company);
    const deleted = await given.label(company);
    const foreign = await given.label(await given.company());
    const joining = await given.account();
    const user = newcomer(joining.emailAddress);
    const refused = await addLender({ user, role: 'LENDER', labelIds: [foreign.id] });
    expect(refused.status).toBe(404);
    expect(await peopleFor(asOwner)).toEqual([]);

    const { body: invited } = await addLender({ user, role: 'LENDER', labelIds: [label.id] });
    expect(invited).toMatchObject({ labels: [{ id: label.id }], invitation: { state: 'OPEN' } });
    const putLabels = (labelIds: string[]) =>
      server.call(
        'setLabelsForUser',
        { params: { id: loan.id }, body: { userId: invited.id, labelIds } },
        asOwner,
      );
    expect((await putLabels([foreign.id])).status).toBe(404);
    const { body } = await putLabels([later.id, deleted.id]);
    expect(body.loanRoles).toMatchObject([{ id: invited.id, role: 'LENDER' }]);
    await server.owner.query('delete from cairn.label where id = $1', [deleted.id]);

    const token = await given.session(joining, { roleLevel: 'BORROWER' });
    const answer = { id: invited.id, data: { action: 'ACCEPT' as const } };
    expect((await server.call('doAction', { body: answer }, { token })).status).toBe(200);
    expect(await peopleFor(asOwner)).toMatchObject([
      { id: joining.id, invitation: null, labels: [{ id: later.id }] },
    ]);
  });

  test('labels of an invitation stay when its address is corrected, but for one that was deleted', async () => {
    const label = await server.given.label(company);
    const gone = await server.given.label(company);
    const { body: invited } = await addBorrower({
      user: newcomer(),
      role: 'BORROWER',
      sendInvite: true,
      labelIds: [label.id, gone.id],
    });
    await server.owner.query('delete from cairn.label where id = $1', [gone.id]);
    const { body: corrected } = await server.call(
      'editBorrowUser',
      {
        params: { loanId: loan.id, userId: invited.id },
        body: { emailAddress: newAddress() },
      },
      asOwner,
    );
    expect(corrected.id).not.toBe(invited.id);
    expect(corrected.labels.map(({ id }) => id)).toEqual([label.id]);
  });

  test('a colleague is added at once, changed, and removed', async () => {
    const { account, token } = await employee();
    const added = await addLender({ userId: account.id, role: 'LENDER' });
    expect(added.status).toBe(200);
    expect(added.body).toMatchObject({
      id: account.id,
      userType: 'LENDER',
      worksHere: true,
      invitation: null,
    });
    const [{ loanRoleId } = { loanRoleId: '' }] = added.body.roles;
    // A lender may change a loan on which they hold a role.
    const abilities = async () =>
      (await server.call('getLoan', { params: { id: loan.id } }, { token })).body.abilities;
    expect(await abilities()).toMatchObject({ edit: true, invite: true });

    const label = await server.given.label(company);
    const edited = await server.call(
      'editLenderUser',
      {
        params: { id: loan.id },
        body: { loanRoleId, role: 'UNDERWRITER_LENDER', labelIds: [label.id] },
      },
      asOwner,
    );
    expect(rolesOf(edited.body)).toEqual(['UNDERWRITER_LENDER']);
    expect(edited.body.labels).toEqual([{ id: label.id, name: label.name, color: label.color }]);
    expect(edited.body.roles[0]?.loanRoleId).toBe(loanRoleId);

    const removed = await server.call(
      'removeLenderUser',
      { params: { id: loan.id, userId: account.id } },
      asOwner,
    );
    expect(removed.body).toEqual({ success: true });
    expect(await peopleFor(asOwner)).toEqual([]);
    expect(await abilities()).toMatchObject({ edit: false, invite: false });
    expect(await kinds()).toEqual([
      'party.added',
      'party.roleChanged',
      'label.put',
      'party.removed',
    ]);
  });

  test('no user lends twice on a loan, not even when two callers add them at the same time', async () => {
    const { account } = await employee();
    const answers = await Promise.all(
      ['LENDER', 'UNDERWRITER_LENDER'].map((role) => addLender({ userId: account.id, role })),
    );
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 400,
    ]);
    const refused = answers.find(({ status }) => status === 400)!;
    expect(fields(refused)).toEqual({ userId: 'Already a lender on this loan' });
  });

  test('a lender from outside is invited, and lends once they accept', async () => {
    const address = newAddress();
    const invited = await addLender({ user: newcomer(address), role: 'UNDERWRITER_LENDER' });
    expect(invited.body).toMatchObject({ worksHere: false, invitation: { state: 'OPEN' } });
    const account = await server.given.account({ emailAddress: address });
    const token = await server.given.session(account, { roleLevel: 'BORROWER' });
    await server.call(
      'doAction',
      { body: { id: invited.body.id, data: { action: 'ACCEPT' } } },
      { token },
    );
    const people = await peopleFor(asOwner);
    expect(people).toHaveLength(1);
    expect(people[0]).toMatchObject({ id: account.id, invitation: null });
  });

  test('a user who works elsewhere, or no longer works here, is not found', async () => {
    const other = await server.given.company();
    const stranger = await server.given.employee(other);
    expect((await addLender({ userId: stranger.id, role: 'LENDER' })).status).toBe(404);
    const { account } = await employee();
    await server.owner.query('update cairn.account set closed_at = now() where id = $1', [
      account.id,
    ]);
    expect((await addLender({ userId: account.id, role: 'LENDER' })).status).toBe(404);
  });

  test('an underwriter from outside does not say who lends; a colleague on the loan does', async () => {
    const outside = await server.given.account();
    await server.given.role(loan, outside, 'UNDERWRITER_LENDER');
    const token = await server.given.session(outside, { roleLevel: 'LENDER' });
    const { account } = await employee();
    const refused = await addLender({ userId: account.id, role: 'LENDER' }, { token });
    expect([refused.status, code(refused)]).toEqual([403, 'UNAUTHORIZED']);
    const colleague = await employee();
    expect((await addLender({ userId: account.id, role: 'LENDER' }, colleague)).status).toBe(403);
    await server.given.role(loan, colleague.account, 'LENDER');
    expect((await addLender({ userId: account.id, role: 'LENDER' }, colleague)).status).toBe(200);
  });

  test('an invitation to lend is changed and taken back under its own id', async () => {
    const invited = await addLender({ user: newcomer(), role: 'LENDER' });
    const { id } = invited.body;
    const edited = await server.call(
      'editLenderUser',
      {
        params: { id: loan.id },
        body: { loanRoleId: id, role: 'UNDERWRITER_LENDER', familyName: 'Marsh' },
      },
      asOwner,
    );
    expect(edited.body).toMatchObject({ id, displayName: 'Ada Marsh' });
    expect(rolesOf(edited.body)).toEqual(['UNDERWRITER_LENDER']);
    await server.call('removeLenderUser', { params: { id: loan.id, userId: id } }, asOwner);
    expect(await peopleFor(asOwner)).toEqual([]);
    const again = await server.call(
      'removeLenderUser',
      { params: { id: loan.id, userId: id } },
      asOwner,
    );
    expect(again.status).toBe(404);
  });
});

describe('invitations of an hour', () => {
  const invite = async (to: { id: string; email: string }, as: { token: string }) => {
    const body = { user: newcomer(to.email), role: 'BORROWER' as const };
    const params = { id: to.id };
    const noted = await server.call('addBorrowerUser', { params, body }, as);
    expect(noted.status).toBe(200);
    const request = { params, body: { userId: noted.body.id } };
    return server.call('inviteBorrower', request, as);
  };
  const haveSent = (by: Account, sends: number) =>
    server.owner.query('update cairn.invitation set sends = $2 where invited_by = $1', [
      by.id,
      sends,
    ]);

  test('by people outside leave the lender’s people and other borrowers theirs', async () => {
    const { given } = server;
    const lender = await given.company();
    const phase = await given.phase(lender);
    const [one, other] = [await given.loan(phase), await given.loan(phase)];
    const stranger = await given.borrower(one, 'LEAD_BORROWER');
    const neighbor = await given.borrower(other, 'LEAD_BORROWER');
    const officer = await given.colleague(lender, 'OWNER');
    const email = newAddress();
    expect((await invite({ id: one.id, email }, stranger)).status).toBe(200);
    await haveSent(stranger.account, 100);
    const refused = await invite({ id: one.id, email: newAddress() }, stranger);
    expect([refused.status, code(refused)]).toEqual([429, 'SENT_RECENTLY']);
    expect((await invite({ id: other.id, email: newAddress() }, neighbor)).status).toBe(200);
    // On the same loan, and to the same address.
    expect((await invite({ id: one.id, email: newAddress() }, officer)).status).toBe(200);
    expect((await invite({ id: other.id, email }, officer)).status).toBe(200);
    await haveSent(officer.account, 100);
    expect(code(await invite({ id: other.id, email: newAddress() }, officer))).toBe(
      'SENT_RECENTLY',
    );
  });
});

describe('borrowers on a loan [R119]', () => {
  test('are saved without an email, and invited when the lender presses "invite"', async () => {
    const address = newAddress();
    const noted = await addBorrower({ user: newcomer(address), role: 'PRINCIPAL' });
    expect(noted.body).toMatchObject({
      userKind: 'PRINCIPAL',
      invitation: { state: 'NOT_SENT', sentAt: null },
    });
    const account = await server.given.account({ emailAddress: address });
    const token = await server.given.session(account, { roleLevel: 'BORROWER' });
    const pending = () => server.call('listPendingInvites', {}, { token });
    expect((await pending()).body.invites).toEqual([]);
    const early = await server.call('getAction', { query: { id: noted.body.id } }, { token });
    expect(early.status).toBe(404);

    const invite = () =>
      server.call(
        'inviteBorrower',
        { params: { id: loan.id }, body: { userId: noted.body.id } },
        asOwner,
      );
    expect((await invite()).body.invitation?.state).toBe('OPEN');
    expect((await pending()).body.invites).toHaveLength(1);
    const soon = await invite();
    expect([soon.status, code(soon)]).toEqual([429, 'SENT_RECENTLY']);
    expect(await kinds()).toEqual(['invitation.noted', 'invitation.sent']);
  });

  test('known to the lender, they are on the loan at once, and hear of it', async () => {
    const elsewhere = await server.given.loan(await server.given.phase(company));
    const existing = await server.given.account();
    await server.given.role(elsewhere, existing, 'BORROWER');
    const token = await server.given.session(existing, { roleLevel: 'BORROWER' });
    const ear = await Ear.listen(server, token);
    const added = await addBorrower({
      userId: existing.id,
      role: 'LEAD_BORROWER',
      sendInvite: true,
    });
    expect(added.body).toMatchObject({ id: existing.id, invitation: null });
    expect((await server.call('getLoan', { params: { id: loan.id } }, { token })).status).toBe(200);
    await until(async () => ear.changes.some(({ kind }) => kind === 'person.joinedLoan'));
    ear.close();
    expect(fields(await addBorrower({ userId: existing.id }))).toEqual({
      userId: 'On this loan already',
    });
  });

  test('the lead borrower invites others, but neither a lead nor a user by id, and cannot edit members', async () => {
    const lead = await borrower('LEAD_BORROWER');
    const invited = await addBorrower({ user: newcomer(), sendInvite: true }, lead);
    expect(invited.body.invitation?.state).toBe('OPEN');
    expect((await peopleFor(lead)).map(({ id }) => id)).toContain(invited.body.id);
    const lender = await addLender({ user: newcomer(), role: 'LENDER' });
    expect((await peopleFor(lead)).map(({ id }) => id)).not.toContain(lender.body.id);
    expect((await addBorrower({ user: newcomer(), role: 'LEAD_BORROWER' }, lead)).status).toBe(403);
    expect((await addBorrower({ userId: owner.id }, lead)).status).toBe(403);
    const role = { userId: invited.body.id, role: 'PRINCIPAL' as const };
    const refused = await server.call(
      'setBorrowerRole',
      { params: { id: loan.id }, body: role },
      lead,
    );
    expect(refused.status).toBe(403);
    const askAgain = await server.call(
      'inviteBorrower',
      { params: { id: loan.id }, body: { userId: lender.body.id } },
      lead,
    );
    expect(askAgain.status).toBe(404);
  });

  test('no person is invited twice, in one role or two', async () => {
    const { account } = await borrower();
    const reply = await addBorrower({ user: newcomer(account.emailAddress.toUpperCase()) });
    expect(fields(reply)).toEqual({ 'user.emailAddress': 'On this loan already' });
    const address = newAddress();
    await addBorrower({ user: newcomer(address) });
    const other = await addBorrower({ user: newcomer(address), role: 'PRINCIPAL' });
    expect(fields(other)).toEqual({ 'user.emailAddress': 'Already invited in a different role' });
    await addBorrower({ user: newcomer(address) });
    expect(await peopleFor(asOwner)).toHaveLength(2);
  });

  test('get another role; one part is left, with its labels', async () => {
    const { account, roleId } = await borrower('LEAD_BORROWER');
    await server.given.role(loan, account, 'PRINCIPAL');
    const label = await server.given.label(company);
    await server.given.labelOn(loan, roleId, label);
    const changed = await server.call(
      'setBorrowerRole',
      { params: { id: loan.id }, body: { userId: account.id, role: 'BORROWER' } },
      asOwner,
    );
    expect(changed.body.roles).toEqual([{ loanRoleId: roleId, role: 'BORROWER' }]);
    expect(changed.body.labels.map(({ id }) => id)).toEqual([label.id]);
    const lender = await employee();
    await server.given.role(loan, lender.account, 'LENDER');
    const wrong = await server.call(
      'setBorrowerRole',
      { params: { id: loan.id }, body: { userId: lender.account.id, role: 'BORROWER' } },
      asOwner,
    );
    expect(wrong.status).toBe(404);
  });

  test('an address that was wrong is corrected: the old link is void, the new one sent', async () => {
    const invited = await addBorrower({ user: newcomer(), sendInvite: true });
    const better = newAddress();
    const edited = await server.call(
      'editBorrowUser',
      {
        params: { loanId: loan.id, userId: invited.body.id },
        body: { emailAddress: better, givenName: 'Adeline' },
      },
      asOwner,
    );
    expect(edited.body).toMatchObject({
      emailAddress: better,
      displayName: 'Adeline Moss',
      invitation: { state: 'OPEN' },
    });
    expect((await peopleFor(asOwner)).map(({ id }) => id)).toEqual([edited.body.id]);
    const { rows } = await server.owner.query(
      'select removed_at from cairn.invitation where id = $1',
      [invited.body.id],
    );
    expect(rows[0]).not.toEqual({ removed_at: null });
  });

  test('people who are there change their name themselves', async () => {
    const { account } = await borrower();
    const refused = await server.call(
      'editNonLenderUser',
      { params: { loanId: loan.id, userId: account.id }, body: { givenName: 'Other' } },
      asOwner,
    );
    expect(fields(refused)).toHaveProperty('givenName');
  });

  test('a hundred presses do not flood a mailbox: so many emails an hour per loan', async () => {
    await server.owner.query(
      `insert into cairn.invitation (company_id, id, kind, email_address, given_name, family_name,
         loan_id, role, invited_by, stamp, sends, expires_at)
       values ($1, gen_random_uuid(), 'LOAN_ROLE', $2, 'A', 'B', $3, 'BORROWER', $4,
         gen_random_uuid(), 40, now() + interval '1 day')`,
      [company.id, newAddress(), loan.id, owner.id],
    );
    const lead = await borrower('LEAD_BORROWER');
    for (const as of [asOwner, lead]) {
      expect((await addBorrower({ user: newcomer(), sendInvite: true }, as)).status).toBe(429);
    }
  });
});
