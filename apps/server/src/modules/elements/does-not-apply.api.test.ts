/** "Doesn't apply", "I'll send it later", a note with a file, and requests handed to invited people. */
import { startTestServer, type Company, type Loan, type TestServer } from '@cairn/testing';
import { isWithBorrower } from '@cairn/contract/task-terms';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let token: string;
let loan: Loan;
let borrowerToken: string;

beforeAll(async () => {
  server = await startTestServer();
  company = await server.given.company();
  ({ token } = await server.given.colleague(company, 'OWNER'));
  loan = await server.given.loan(await server.given.phase(company));
  ({ token: borrowerToken } = await server.given.borrower(loan, 'LEAD_BORROWER'));
});
afterAll(() => server.stop());

const request = async (title: string) => (await server.given.element(loan, { title })).id;
const answer = (elementId: string, body: object, as = borrowerToken) =>
  server.call('answerElement', { body: { loanId: loan.id, elementId, ...body } }, { token: as });
const change = (id: string, body: object, as = token) =>
  server.call('updateFormElement', { params: { id }, body }, { token: as });
const elementSeenBy = async (id: string, as: string) =>
  (
    await server.call('listElements', { params: { id: loan.id } }, { token: as })
  ).body.elements.find((each) => each.id === id)!;

describe('a request that does not apply', () => {
  test('is with the lender, who accepts it', async () => {
    const lease = await request('Lease');
    const reply = await answer(lease, { doesNotApply: { code: 'OWN_NOT_RENT' } });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      status: 'ANSWERED',
      answer: { doesNotApply: { code: 'OWN_NOT_RENT', note: null }, value: null, document: null },
    });
    expect(isWithBorrower(await elementSeenBy(lease, borrowerToken))).toBe(false);
    expect(isWithBorrower(await elementSeenBy(lease, token))).toBe(false);
    const tasks = await server.call('getConsolidatedTasks', { params: { id: loan.id } }, { token });
    expect(
      Object.values(tasks.body.groups).flatMap((group) => group.ApproveAnswerTask?.forMe ?? []),
    ).toMatchObject([{ title: 'Lease' }]);
    expect((await change(lease, { approved: true })).body).toMatchObject({ status: 'ACCEPTED' });
    // The lender accepted the answer, so the borrower cannot remove it.
    const undo = { body: { elementId: lease, loanId: loan.id } };
    expect((await server.call('removeAnswer', undo, { token: borrowerToken })).status).toBe(403);
  });

  test('is undone by the borrower, or returned by the lender with a reason', async () => {
    const roll = await request('Rent roll');
    await answer(roll, { doesNotApply: { code: 'NOT_OWNED' } });
    const undo = { body: { elementId: roll, loanId: loan.id } };
    expect((await server.call('removeAnswer', undo, { token: borrowerToken })).body).toMatchObject({
      status: 'NEEDED',
      answer: null,
    });
    await answer(roll, { doesNotApply: { code: 'OTHER', note: 'The building is empty.' } });
    const reason = { rejectedByUserId: company.id, rejectionReason: 'Please send an empty one.' };
    expect((await change(roll, reason)).body).toMatchObject({ status: 'NEEDS_ATTENTION' });
    const back = await elementSeenBy(roll, borrowerToken);
    expect(back).toMatchObject({ rejectionReason: 'Please send an empty one.' });
    expect(isWithBorrower(back)).toBe(true);
  });

  test('is undone only as the borrower saw it: a file sent since is kept', async () => {
    const { account, token: sender } = await server.given.borrower(loan, 'BORROWER');
    const survey = await request('Survey');
    const reply = await answer(survey, { doesNotApply: { code: 'NOT_OWNED' } }, sender);
    const document = await server.given.document(loan, account);
    const replaced = await answer(survey, { documentId: document.id }, sender);
    const undo = (version: number) =>
      server.call(
        'removeAnswer',
        { body: { elementId: survey, loanId: loan.id, version } },
        { token: sender },
      );
    const late = await undo(reply.body.version);
    expect([late.status, late.body]).toMatchObject([409, { code: 'CONFLICT' }]);
    expect((await elementSeenBy(survey, token)).answer).toMatchObject({
      document: { id: document.id },
    });
    expect((await undo(replaced.body.version)).status).toBe(200);
  });

  test('needs a reason, and is no file or value besides', async () => {
    const plan = await request('Plan');
    for (const body of [
      { doesNotApply: { code: 'OTHER' } },
      { doesNotApply: { code: 'NO_DEBT' }, value: 'text' },
      { doesNotApply: { code: 'BECAUSE' } },
    ]) {
      expect((await answer(plan, body)).status).toBe(400);
    }
    expect((await elementSeenBy(plan, borrowerToken)).answer).toBeNull();
  });
});

test('a promised date is the borrower’s; an answer ends it, and a past day is refused', async () => {
  const returns = await request('Returns');
  const promise = (promisedDate: string | null, as = borrowerToken) =>
    server.call(
      'promiseElement',
      { params: { id: returns }, body: { promisedDate } },
      { token: as },
    );
  expect((await promise('2020-01-01')).status).toBe(400);
  expect((await promise('2099-01-31')).body).toMatchObject({
    promisedDate: '2099-01-31',
    status: 'NEEDED',
  });
  expect(await elementSeenBy(returns, token)).toMatchObject({
    promisedDate: '2099-01-31',
    dueDate: null,
  });
  await answer(returns, { doesNotApply: { code: 'NEW_BUSINESS' } });
  expect(await elementSeenBy(returns, token)).toMatchObject({ promisedDate: null });
});

test('a note goes to the lender with the file', async () => {
  const { account, token: sender } = await server.given.borrower(loan, 'BORROWER');
  const deed = await request('Deed');
  const document = await server.given.document(loan, account);
  const reply = await answer(deed, { documentId: document.id, note: 'Page 9 follows.' }, sender);
  expect(reply.status).toBe(200);
  expect((await elementSeenBy(deed, token)).answer).toMatchObject({ note: 'Page 9 follows.' });
  // The note stays with its file when another file replaces it.
  const whole = await server.given.document(loan, account);
  await answer(deed, { documentId: whole.id }, sender);
  const params = { id: loan.id, elementId: deed };
  const { body } = await server.call('listAnswers', { params }, { token });
  expect(body.current).toMatchObject({ note: null });
  expect(body.past).toMatchObject([{ document: { id: document.id }, note: 'Page 9 follows.' }]);
});

describe('a request handed to an invited person', () => {
  const invite = async (emailAddress: string) => {
    const user = { givenName: 'Ruth', familyName: 'Okoye', emailAddress };
    const body = { user, sendInvite: true };
    await server.call('addBorrowerUser', { params: { id: loan.id }, body }, { token });
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from cairn.invitation where loan_id = $1 and email_address = $2',
      [loan.id, emailAddress],
    );
    return rows[0]!.id;
  };

  test('goes along when the address of the invited person is corrected', async () => {
    const plan = await request('Business plan');
    const wrong = await invite('ruth@boks.example');
    await change(plan, { assignedToInvitationId: wrong }, borrowerToken);
    const params = { loanId: loan.id, userId: wrong };
    const body = { emailAddress: 'ruth@books-corrected.example' };
    const changed = await server.call('editBorrowUser', { params, body }, { token });
    expect(changed.status).toBe(200);
    expect(changed.body.id).not.toBe(wrong);
    expect(await elementSeenBy(plan, token)).toMatchObject({
      assignedToInvitationId: changed.body.id,
    });
  });

  test('is in the audit log when the invitee accepts', async () => {
    const plan = await request('Cash flow');
    const account = await server.given.account();
    const id = await invite(account.emailAddress);
    await change(plan, { assignedToInvitationId: id }, borrowerToken);
    const session = await server.given.session(account, { roleLevel: 'BORROWER' });
    const body = { id, data: { action: 'ACCEPT' as const } };
    expect((await server.call('doAction', { body }, { token: session })).status).toBe(200);
    expect(await elementSeenBy(plan, token)).toMatchObject({ assignedToUserId: account.id });
    const { rows } = await server.owner.query(
      `select kind, detail from cairn.audit_entry
       where loan_id = $1 and actor_id = $2 and kind = 'element.assigned'`,
      [loan.id, account.id],
    );
    expect(rows).toEqual([
      { kind: 'element.assigned', detail: { elementIds: [plan], invitationId: id } },
    ]);
  });

  test('is assigned to the invitee when they accept, and unassigned when they decline', async () => {
    const [one, other] = [await request('Equipment list'), await request('Invoices')];
    const accepting = await invite('ruth@books.example');
    const declining = await invite('ruby@books.example');
    const handed = await change(one, { assignedToInvitationId: accepting }, borrowerToken);
    expect(handed.body).toMatchObject({
      assignedToInvitationId: accepting,
      assignedToUserId: null,
      status: 'ASSIGNED',
    });
    await change(other, { assignedToInvitationId: declining }, borrowerToken);
    const { account } = await server.given.borrower(loan, 'BORROWER');
    await server.owner.query(
      'update cairn.invitation set accepted_at = now(), accepted_by = $2 where id = $1',
      [accepting, account.id],
    );
    await server.owner.query('update cairn.invitation set declined_at = now() where id = $1', [
      declining,
    ]);
    expect(await elementSeenBy(one, token)).toMatchObject({
      assignedToUserId: account.id,
      assignedToInvitationId: null,
    });
    expect(await elementSeenBy(other, token)).toMatchObject({
      assignedToUserId: null,
      assignedToInvitationId: null,
    });
    expect((await change(one, { assignedToInvitationId: accepting }, borrowerToken)).status).toBe(
      404,
    );
  });

  test('is handed to the account of a contact who was on the loan already', async () => {
    const plan = await request('Organization chart');
    const { roleId } = await server.given.borrower(loan, 'BORROWER');
    const { account: other } = await server.given.borrower(loan, 'PRINCIPAL');
    const { givenName, familyName, emailAddress } = other;
    const added = await server.call(
      'addContactRelation',
      {
        params: { loanId: loan.id, loanRoleId: roleId },
        body: { contactUser: { givenName, familyName, emailAddress }, sendInvite: true },
      },
      { token: borrowerToken },
    );
    expect(added.body).toMatchObject({ invitation: null, contactUser: { id: other.id } });
    const hand = async (to: object) => (await change(plan, to, borrowerToken)).status;
    expect(await hand({ assignedToInvitationId: other.id })).toBe(404);
    expect(await hand({ assignedToUserId: other.id })).toBe(200);
  });

  test('is not handed by the lead borrower to the lender’s people whom they do not know', async () => {
    const list = await request('Bids');
    const { account: other } = await server.given.colleague(company);
    const lender = await server.given.invitation(company, other, { loan, role: 'LENDER' });
    for (const to of [{ assignedToInvitationId: lender.id }, { assignedToUserId: other.id }]) {
      expect((await change(list, to, borrowerToken)).status).toBe(404);
    }
  });

  test('is not handed to an invitation of another loan', async () => {
    const list = await request('List');
    const elsewhere = await server.given.loan(await server.given.phase(company));
    const user = { givenName: 'Sam', familyName: 'Field', emailAddress: 'sam@field.example' };
    const body = { user, sendInvite: true };
    await server.call('addBorrowerUser', { params: { id: elsewhere.id }, body }, { token });
    const { rows } = await server.owner.query<{ id: string }>(
      'select id from cairn.invitation where loan_id = $1',
      [elsewhere.id],
    );
    expect(
      (await change(list, { assignedToInvitationId: rows[0]!.id }, borrowerToken)).status,
    ).toBe(404);
  });
});
