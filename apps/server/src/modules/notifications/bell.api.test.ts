/** The bell, and notifications about documents. */
import { randomUUID } from 'node:crypto';
import type { BellNotification } from '@cairn/contract';
import {
  Ear,
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
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Email, Mailer } from '../../platform/email/mailer.ts';
import { OutboundLimits } from '../../platform/outbound-limits.ts';
import { SmsClient } from '../../platform/sms.ts';
import { notificationActivities } from './activities.ts';
import { createNotifications } from './create-notifications.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;

beforeAll(async () => {
  server = await startTestServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
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
interface House {
  loan: Loan;
  dana: Session;
  elena: Session;
}
async function house(): Promise<House> {
  const { given } = server;
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, dana, 'LENDER');
  const elena = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  await given.role(loan, elena, 'LEAD_BORROWER');
  return {
    loan,
    dana: { account: dana, token: await given.session(dana, { roleLevel: 'LENDER', company }) },
    elena: { account: elena, token: await given.session(elena, { roleLevel: 'BORROWER' }) },
  };
}

const bellOf = async (as: Session): Promise<BellNotification[]> =>
  (await server.call('listNotifications', {}, as)).body.notifications;
const unreadOf = async (as: Session): Promise<number> =>
  (await server.call('countUnreadNotifications', {}, as)).body.count;
const bellLine = (as: Session, kind: BellNotification['kind'], count = 1) =>
  until(async () => (await bellOf(as)).find((line) => line.kind === kind && line.count >= count));

/** The activities of a worker, with emails collected instead of sent. */
const activities = (emails: Email[], eventId: string) => {
  const log = pino({ level: 'silent' });
  const { db, config } = server;
  return notificationActivities(
    {
      db,
      config,
      mailer: { send: async (email: Email) => void emails.push(email) } as unknown as Mailer,
      texts: new SmsClient(config.text),
      outbound: new OutboundLimits({ db, log, secretKey: config.secretKey, factor: 1 }),
      log,
    },
    () => eventId,
  );
};

const request = ({ loan, dana }: House, elements: object[]) =>
  server.call('createElements', { body: { loanId: loan.id, elements } }, dana);
const decide = ({ loan, dana }: House, id: string, change: object) =>
  server.call('updateElement', { params: { id }, body: { id, loanId: loan.id, ...change } }, dana);
/** A request that Elena answered with a clean file. */
async function answeredElement({ loan, elena }: House, title: string) {
  const document = await server.given.document(loan, elena.account, { name: `${title}.pdf` });
  return server.given.element(loan, {
    title,
    answer: { documentId: document.id, by: elena.account },
  });
}

describe('new requests', () => {
  test('are one line in the borrower’s bell and one email; what only the lender sees is in neither', async () => {
    const here = await house();
    await request(here, [
      { title: '2026 profit and loss', dueDate: '2026-11-18' },
      { title: 'Trust agreement', dueDate: '2026-11-20' },
      { title: 'Credit memo', flags: ['LENDER_ONLY'] },
    ]);
    const line = await bellLine(here.elena, 'REQUESTED', 2);
    expect(line).toMatchObject({
      count: 2,
      read: false,
      userId: here.elena.account.id,
      loan: { id: here.loan.id, name: 'Larkspur Bakery' },
      createdByUser: { givenName: 'Dana' },
    });
    expect(line.titles.toSorted()).toEqual(['2026 profit and loss', 'Trust agreement']);
    const email = await emailTo(here.elena.account.emailAddress, 'needs 2 documents by Nov 20');
    expect(email.subject).toBe('Northgate Bank needs 2 documents by Nov 20');
    expect(email.text).toContain('- 2026 profit and loss, Due Wed, Nov 18');
    expect(email.text).toContain(
      '2 documents needed by Friday, November\u00A020\n\nHi Elena, these are',
    );
    expect(email.text).toContain('Dana Whitfield\nNorthgate Bank');
    expect(email.text).toContain('/user/profile');
    expect(email.html).toContain('prefers-color-scheme:dark');
    expect(email.text + email.html + email.subject).not.toContain('Credit memo');
    expect(email.text).toContain(`/loans/${here.loan.id}`);
    expect(await bellOf(here.dana)).toEqual([]);
    expect(await emailsTo(here.dana.account.emailAddress)).toEqual([]);
  });

  test('that are hidden later leave the bell', async () => {
    const here = await house();
    await request(here, [{ title: 'Lease' }]);
    const line = await bellLine(here.elena, 'REQUESTED');
    await decide(here, line.elementId!, { flags: ['LENDER_ONLY'] });
    expect(await bellOf(here.elena)).toEqual([]);
    expect(await unreadOf(here.elena)).toBe(0);
  });

  test('that were hidden, answered or taken from the reader before the email leaves are not in it', async () => {
    const here = await house();
    const { given, owner } = server;
    const [hidden, answered, open] = [
      await given.element(here.loan, { title: 'Hidden' }),
      await given.element(here.loan, { title: 'Done' }),
      await given.element(here.loan, { title: 'Open' }),
    ];
    const emails: Email[] = [];
    const eventId = randomUUID();
    const work = activities(emails, eventId);
    const [delivery] = await work.createNotifications({
      kind: 'element.requested',
      companyId: company.id,
      loanId: here.loan.id,
      actorId: here.dana.account.id,
      at: new Date().toISOString(),
      detail: { elementIds: [hidden.id, answered.id, open.id] },
    });
    await decide(here, hidden.id, { flags: ['LENDER_ONLY'] });
    const document = await given.document(here.loan, here.elena.account, { name: 'a.pdf' });
    await server.call(
      'answerElement',
      { body: { elementId: answered.id, loanId: here.loan.id, documentId: document.id } },
      here.elena,
    );
    expect(await work.deliverNotifications(company.id, delivery!)).toBe(0);
    expect(await work.deliverNotifications(company.id, delivery!)).toBe(0);
    expect(emails.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('needs 1 document'),
    ]);
    expect(emails[0]!.text).toContain('Open');
    expect(emails[0]!.text).not.toMatch(/Hidden|Done/);

    const later = await given.element(here.loan, { title: 'Later' });
    const again = activities(emails, randomUUID());
    const [next] = await again.createNotifications({
      kind: 'element.requested',
      companyId: company.id,
      loanId: here.loan.id,
      actorId: here.dana.account.id,
      at: new Date().toISOString(),
      detail: { elementIds: [later.id] },
    });
    await owner.query('delete from cairn.loan_role where account_id = $1', [here.elena.account.id]);
    expect(await again.deliverNotifications(company.id, next!)).toBe(0);
    expect(emails).toHaveLength(1);
  });

  test('are told to the person they are assigned to, and to no one who turned them off', async () => {
    const here = await house();
    const { given } = server;
    const jonas = await given.account({ givenName: 'Jonas' });
    await given.role(here.loan, jonas, 'KEY_CONTACT');
    const asJonas = {
      account: jonas,
      token: await given.session(jonas, { roleLevel: 'CONTACT' }),
    };
    await server.call(
      'updateUserSettings',
      { body: { bellRequests: false, sendEmailRequests: false } },
      here.elena,
    );
    await request(here, [
      { title: 'Tax return', assignedToUserId: jonas.id },
      { title: 'Bank statement' },
    ]);
    expect((await bellLine(asJonas, 'REQUESTED')).titles).toEqual(['Tax return']);
    await emailTo(jonas.emailAddress, 'needs 1 document');
    expect(await bellOf(here.elena)).toEqual([]);
    expect(await emailsTo(here.elena.account.emailAddress)).toEqual([]);
  });
});

test('requests that a new phase releases are told when the loan enters it', async () => {
  const here = await house();
  const { given } = server;
  await given.element(here.loan, { title: 'Closing statement', releasePhase: 'CLOSING' });
  const closing = await given.phase(company, { name: 'Closing', category: 'ORIGINATION' });
  const owner = await given.colleague(company, 'OWNER');
  const moved = await server.call(
    'setLoanPhase',
    { params: { id: here.loan.id }, body: { id: closing.id } },
    owner,
  );
  expect(moved.status).toBe(200);
  expect((await bellLine(here.elena, 'REQUESTED')).titles).toEqual(['Closing statement']);
});

describe('decisions', () => {
  test('a rejection carries its reason to the borrower’s bell and email; an approval says so', async () => {
    const here = await house();
    const [lease, plan] = [
      await answeredElement(here, 'Commercial lease'),
      await answeredElement(here, 'Plan'),
    ];
    const rejected = await decide(here, lease.id, {
      rejectedByUserId: here.dana.account.id,
      rejectionCode: 'NOT_SIGNED',
      rejectionReason: 'The landlord’s signature is missing on page 9.',
    });
    expect(rejected.status).toBe(200);
    expect(await bellLine(here.elena, 'REJECTED')).toMatchObject({
      titles: ['Commercial lease'],
      rejection: { code: 'NOT_SIGNED', reason: 'The landlord’s signature is missing on page 9.' },
    });
    const email = await emailTo(
      here.elena.account.emailAddress,
      'Commercial lease needs attention',
    );
    expect(email.text).toContain('Dana wrote:\nThe landlord’s signature is missing on page 9.');
    expect(email.text).toContain('Document: Commercial lease\n');
    expect(email.text).toContain(
      `Tell Dana: ${server.config.publicUrl.origin}/loans/${here.loan.id}/messages`,
    );
    await decide(here, plan.id, { approved: true });
    await bellLine(here.elena, 'APPROVED');
    await emailTo(here.elena.account.emailAddress, 'Plan was approved');
    expect(await bellOf(here.dana)).toEqual([]);
  });
});

describe('files from the borrower', () => {
  test('are one line and one digest for the loan’s lenders, not for other employees', async () => {
    const here = await house();
    const { given } = server;
    const other = await given.employee(company);
    const asOther = {
      account: other,
      token: await given.session(other, { roleLevel: 'LENDER', company }),
    };
    for (const title of ['Statement A', 'Statement B']) {
      const element = await given.element(here.loan, { title });
      const document = await given.document(here.loan, here.elena.account, { name: 'a.pdf' });
      const reply = await server.call(
        'answerElement',
        { body: { elementId: element.id, loanId: here.loan.id, documentId: document.id } },
        here.elena,
      );
      expect(reply.status).toBe(200);
    }
    expect(await bellLine(here.dana, 'UPLOADED', 2)).toMatchObject({
      count: 2,
      createdByUser: { givenName: 'Elena' },
    });
    await emailTo(here.dana.account.emailAddress, 'Elena Marsh sent');
    expect(await bellOf(asOther)).toEqual([]);
    expect(await emailsTo(other.emailAddress)).toEqual([]);
  });

  test('that were blocked are told to the uploader and the lender, with what to do', async () => {
    const here = await house();
    const document = await server.given.document(here.loan, here.elena.account, {
      name: 'tax.pdf',
    });
    const order = {
      kind: 'document.scanned' as const,
      companyId: company.id,
      loanId: here.loan.id,
      actorId: null,
      at: new Date().toISOString(),
      detail: { documentId: document.id, state: 'INFECTED', reason: 'ENCRYPTED' },
    };
    const eventId = document.id;
    const first = await createNotifications(server.db, eventId, order);
    // Repeating the activity adds nothing.
    expect(await createNotifications(server.db, eventId, order)).toEqual(first);
    for (const as of [here.elena, here.dana]) {
      expect(await bellOf(as)).toMatchObject([
        { kind: 'FILE_BLOCKED', count: 1, scanReason: 'ENCRYPTED', titles: ['tax.pdf'] },
      ]);
    }
  });
});

test('a line is marked read by itself or with all others, in every open page [R137] [R138]', async () => {
  const here = await house();
  const [a, b] = [await answeredElement(here, 'A'), await answeredElement(here, 'B')];
  for (const { id } of [a, b]) {
    await decide(here, id, { rejectedByUserId: here.dana.account.id, rejectionReason: 'Blurred' });
  }
  await until(async () => (await unreadOf(here.elena)) === 2);
  const ear = await Ear.listen(server, here.elena.token);
  const [first, second] = (await bellOf(here.elena)) as [BellNotification, BellNotification];
  expect(Object.keys(first)).toEqual(expect.arrayContaining(['id', 'userId', 'read']));
  await server.call('markNotificationRead', { params: { id: first.id } }, here.elena);
  await until(async () => ear.heard.some(({ data }) => data.changes?.includes('notification')));
  expect(await unreadOf(here.elena)).toBe(1);
  expect((await bellOf(here.elena)).find(({ id }) => id === first.id)?.read).toBe(true);
  // Another person's notification is not found.
  const foreign = await server.call(
    'markNotificationRead',
    { params: { id: second.id } },
    here.dana,
  );
  expect(foreign.status).toBe(404);
  await server.call('markAllNotificationsRead', {}, here.elena);
  expect(await unreadOf(here.elena)).toBe(0);
  const unread = await server.call('listNotifications', { query: { show: 'unread' } }, here.elena);
  const mentions = await server.call(
    'listNotifications',
    { query: { show: 'mentions' } },
    here.elena,
  );
  expect(mentions.body.notifications).toEqual([]);
  expect(unread.body.notifications).toEqual([]);
  ear.close();
  expect(
    (
      await server.call(
        'markAllNotificationsReadById',
        { params: { id: here.elena.account.id } },
        here.elena,
      )
    ).body,
  ).toEqual({ success: true });
});

test('someone who was removed from the loan finds nothing of it in their bell', async () => {
  const here = await house();
  await request(here, [{ title: 'Lease' }]);
  await bellLine(here.elena, 'REQUESTED');
  await server.owner.query('delete from cairn.loan_role where account_id = $1', [
    here.elena.account.id,
  ]);
  expect(await bellOf(here.elena)).toEqual([]);
  expect(await unreadOf(here.elena)).toBe(0);
  await request(here, [{ title: 'Insurance' }]);
  await server.call(
    'setLoanStatus',
    { params: { id: here.loan.id }, body: { loanStatus: 'IN_REVIEW' } },
    here.dana,
  );
  const { rows } = await server.owner.query<{ kind: string }>(
    `select kind from cairn.notification where account_id = $1 and kind <> 'REQUESTED'`,
    [here.elena.account.id],
  );
  expect(rows).toEqual([]);
});

test('status changes that waited together are one email each', async () => {
  const [first, second] = [await house(), await house()];
  await server.given.role(second.loan, first.elena.account, 'BORROWER');
  const emails: Email[] = [];
  const works = [];
  for (const { loan } of [first, second]) {
    await server.owner.query(`update cairn.loan set status = 'IN_REVIEW' where id = $1`, [loan.id]);
    const work = activities(emails, randomUUID());
    const deliveries = await work.createNotifications({
      kind: 'loan.statusChanged',
      companyId: company.id,
      loanId: loan.id,
      actorId: null,
      at: new Date().toISOString(),
      detail: { to: 'IN_REVIEW' },
    });
    works.push({
      work,
      delivery: deliveries.find((each) => each.accountId === first.elena.account.id),
    });
  }
  for (const { work, delivery } of works) {
    expect(await work.deliverNotifications(company.id, delivery!)).toBe(0);
  }
  expect(emails.map(({ text }) => /loans\/([\w-]+)/.exec(text)?.[1])).toEqual([
    first.loan.id,
    second.loan.id,
  ]);
});
