/** Muted loans, personal quiet hours, and reminders from the person who assigned a request. */
import { MAX_ASSIGNEE_REMINDERS_A_DAY } from '@cairn/contract';
import {
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quietLeftForPerson } from '../../platform/quiet-hours.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  company = await server.given.company({ name: 'Northgate Bank' });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

interface Session {
  account: Account;
  token: string;
}
async function house(): Promise<{ loan: Loan; dana: Session; elena: Session }> {
  const { given } = server;
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const dana = await given.colleague(company);
  await given.role(loan, dana.account, 'LENDER');
  return { loan, dana, elena: await given.borrower(loan, 'LEAD_BORROWER') };
}
const request = (loan: Loan, as: Session, title: string) =>
  server.call('createElements', { body: { loanId: loan.id, elements: [{ title }] } }, as);
const bellOf = async (as: Session) =>
  (await server.call('listNotifications', {}, as)).body.notifications;

test('a muted loan is quiet in bell and email for the one who muted it, until it is unmuted', async () => {
  const { loan, dana, elena } = await house();
  const ruth = await server.given.borrower(loan);
  const mute = (muted: boolean) =>
    server.call('muteLoan', { params: { id: loan.id }, body: { muted } }, elena);
  expect((await mute(true)).status).toBe(200);
  expect((await server.call('listMutedLoans', {}, elena)).body.loans).toMatchObject([
    { id: loan.id, name: 'Larkspur Bakery' },
  ]);
  expect((await server.call('listMutedLoans', {}, ruth)).body.loans).toEqual([]);
  await request(loan, dana, 'Lease');
  await emailTo(ruth.account.emailAddress, 'needs 1 document');
  expect(await bellOf(elena)).toEqual([]);

  await mute(false);
  await request(loan, dana, 'Deed');
  expect(await until(async () => (await bellOf(elena))[0])).toMatchObject({
    titles: ['Deed'],
    loan: { muted: false },
  });
  const [email] = await until(async () => {
    const all = await emailsTo(elena.account.emailAddress);
    return all.length > 0 && all;
  });
  expect(email!.text).not.toContain('Lease');
});

test('a person’s own quiet hours are waited for on top of the company’s', async () => {
  const { elena } = await house();
  const leftFor = () => quietLeftForPerson(server.db, company.id, elena.account.id);
  expect(await leftFor()).toBe(0);
  const at = (hours: number) => {
    const time = new Date(Date.now() + hours * 3_600_000);
    return time.toISOString().slice(11, 16);
  };
  const save = (body: object) => server.call('updateUserSettings', { body }, elena);
  expect((await save({ quietFrom: at(-1), quietUntil: at(2), timezoneId: 'UTC' })).status).toBe(
    200,
  );
  const millisecondsLeft = await leftFor();
  expect(millisecondsLeft).toBeGreaterThan(3_500_000);
  expect(millisecondsLeft).toBeLessThan(7_300_000);
  expect((await save({ quietFrom: '20:00' })).status).toBe(400);
  await save({ quietFrom: null, quietUntil: null });
  expect(await leftFor()).toBe(0);
});

describe('a borrower who handed a request over', () => {
  const remind = (loan: Loan, id: string, as: Session) =>
    server.call('remindAssignee', { params: { id }, body: { loanId: loan.id } }, as);

  test('reminds the person who has it, once a day; others may not', async () => {
    const { loan, elena } = await house();
    const paul = await server.given.borrower(loan);
    const lease = await server.given.element(loan, { title: 'Lease', assignedTo: paul.account });
    expect((await remind(loan, lease.id, paul)).status).toBe(403);
    expect((await remind(loan, lease.id, elena)).status).toBe(200);
    const { subject, text } = await emailTo(paul.account.emailAddress);
    expect(subject).toBe('Lease is still needed');
    expect(text).toContain(
      `${elena.account.givenName} ${elena.account.familyName} asks you to send`,
    );
    expect((await remind(loan, lease.id, elena)).body).toMatchObject({ code: 'REMINDED_TODAY' });

    const own = await server.given.element(loan, { assignedTo: elena.account });
    expect((await remind(loan, own.id, elena)).body).toMatchObject({ code: 'NOTHING_TO_REMIND' });
    const open = await server.given.element(loan, {});
    expect((await remind(loan, open.id, elena)).body).toMatchObject({ code: 'NOTHING_TO_REMIND' });
  });

  test('invites the accountant who has it, who sees only this, and sends the invitation again once a day', async () => {
    const { loan, elena } = await house();
    const [lease, deed] = [
      await server.given.element(loan, { title: 'Lease' }),
      await server.given.element(loan, { title: 'Deed' }),
    ];
    await server.given.element(loan, { title: 'Tax return' });
    const accountant = await server.given.account();
    const { emailAddress } = accountant;
    const { body: list } = await server.call('listParties', { params: { id: loan.id } }, elena);
    const { loanRoleId } = list.people.find(({ id }) => id === elena.account.id)!.roles[0]!;
    const contactUser = { givenName: 'Ruth', familyName: 'Alvarez', emailAddress };
    const invited = await server.call(
      'addContactRelation',
      { params: { loanId: loan.id, loanRoleId }, body: { contactUser, sendInvite: true } },
      elena,
    );
    const { id } = invited.body.contactUser;
    for (const element of [lease, deed]) {
      const body = { loanId: loan.id, assignedToInvitationId: id };
      const params = { id: element.id };
      expect((await server.call('updateFormElement', { params, body }, elena)).status).toBe(200);
    }
    await emailTo(emailAddress, 'You have been invited');
    expect((await remind(loan, lease.id, elena)).body).toMatchObject({ code: 'SENT_RECENTLY' });
    await server.owner.query(
      `update cairn.invitation set sent_at = now() - interval '1 day' where id = $1`,
      [id],
    );
    expect((await remind(loan, lease.id, elena)).status).toBe(200);
    await until(async () => (await emailsTo(emailAddress)).length === 2);
    expect((await remind(loan, deed.id, elena)).body).toMatchObject({ code: 'REMINDED_TODAY' });

    const session = await server.given.session(accountant, { roleLevel: 'CONTACT' });
    const accept = { body: { id, data: { action: 'ACCEPT' as const } } };
    expect((await server.call('doAction', accept, { token: session })).status).toBe(200);
    const { body } = await server.call(
      'listElements',
      { params: { id: loan.id } },
      {
        token: session,
      },
    );
    const requests = body.elements.filter(({ storageType }) => storageType === 'FILE');
    expect(requests.map(({ title, abilities }) => [title, abilities.answer])).toEqual([
      ['Deed', true],
      ['Lease', true],
    ]);
  });

  test('does not send the invitations of lenders', async () => {
    const { loan, elena } = await house();
    const { account } = await server.given.colleague(company);
    const { id } = await server.given.invitation(company, account, { loan, role: 'LENDER' });
    const lease = await server.given.element(loan, {});
    await server.owner.query('update cairn.element set assigned_invitation_id = $2 where id = $1', [
      lease.id,
      id,
    ]);
    expect((await remind(loan, lease.id, elena)).body).toMatchObject({ code: 'NOTHING_TO_REMIND' });
  });

  test('cannot flood anyone: ten reminders a day, over all loans', async () => {
    const { loan, elena } = await house();
    const paul = await server.given.borrower(loan);
    const answers = [];
    for (let index = 0; index <= MAX_ASSIGNEE_REMINDERS_A_DAY; index += 1) {
      const { id } = await server.given.element(loan, { assignedTo: paul.account });
      answers.push((await remind(loan, id, elena)).status);
    }
    expect(answers.slice(0, -1).every((status) => status === 200)).toBe(true);
    expect(answers.at(-1)).toBe(429);
  });
});
