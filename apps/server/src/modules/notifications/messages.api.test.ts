import { randomUUID } from 'node:crypto';
import {
  emailTo,
  emailsTo,
  startTestServer,
  startTestWorker,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Email, Mailer } from '../../platform/email/mailer.ts';
import { OutboundLimits } from '../../platform/outbound-limits.ts';
import { SmsClient } from '../../platform/sms.ts';
import { notificationActivities } from './activities.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let loan: Loan;
let dana: Account;
let as: { token: string };

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  const { given } = server;
  company = await given.company({ name: 'Northgate Bank' });
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  as = { token: await given.session(dana, { roleLevel: 'LENDER', company }) };
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function borrower(): Promise<{ account: Account; token: string }> {
  const account = await server.given.account();
  await server.given.role(loan, account, 'BORROWER');
  return { account, token: await server.given.session(account, { roleLevel: 'BORROWER' }) };
}

test('a recipient gets an email that says who wrote and where, unless they turned it off', async () => {
  const [hears, quiet, mutes] = [await borrower(), await borrower(), await borrower()];
  await server.call('updateUserSettings', { body: { sendEmailAppMessage: false } }, quiet);
  const { id } = await server.given.thread(
    loan,
    [dana, ...[hears, quiet, mutes].map(({ account }) => account)],
    [{ by: dana, body: 'Hello' }],
  );
  await server.call('muteThread', { params: { id } }, mutes);
  const send = (body: string) =>
    server.call('sendMessage', { body: { loanId: loan.id, threadId: id, body } }, as);
  expect((await send('The password of the vault')).status).toBe(200);
  const email = await emailTo(hears.account.emailAddress, 'Dana Whitfield sent you 2 messages');
  expect(email.subject).toContain('about Larkspur Bakery');
  expect(email.text).toContain(`/loans/${loan.id}/messages?thread=${id}`);
  expect(email.text).not.toContain('vault');
  expect(email.from[0]?.name).toBe('Northgate Bank');
  // Both messages of the conversation are unread, so a single email reports them. When the second email has arrived,
  // all of the first ones were sent or will not be.
  const last = await borrower();
  await server.call(
    'sendMessage',
    { body: { loanId: loan.id, userIds: [last.account.id], body: 'And you' } },
    as,
  );
  await emailTo(last.account.emailAddress);
  expect(await emailsTo(hears.account.emailAddress)).toHaveLength(1);
  for (const { emailAddress } of [quiet.account, mutes.account, dana]) {
    expect(await emailsTo(emailAddress)).toEqual([]);
  }
});

test('a message that was read, deleted, or is no longer visible needs no email', async () => {
  const [reads, leaves, stays] = [await borrower(), await borrower(), await borrower()];
  const people = [reads, leaves, stays].map(({ account }) => account);
  const { id: threadId, messageIds } = await server.given.thread(
    loan,
    [dana, ...people],
    [{ by: dana, body: 'Good evening' }],
  );
  const [messageId] = messageIds as [string];
  const recipients: string[] = [];
  const eventId = randomUUID();
  const work = notificationActivities(
    {
      db: server.db,
      config: server.config,
      mailer: { send: async ({ to }: Email) => void recipients.push(to) } as unknown as Mailer,
      texts: new SmsClient(server.config.text),
      outbound: new OutboundLimits({
        db: server.db,
        log: pino({ level: 'silent' }),
        secretKey: server.config.secretKey,
        factor: 1,
      }),
      log: pino({ level: 'silent' }),
    },
    () => eventId,
  );
  const deliveries = await work.createNotifications({
    kind: 'message.sent',
    companyId: company.id,
    loanId: loan.id,
    actorId: dana.id,
    at: new Date().toISOString(),
    detail: { threadId, messageId },
  });
  expect(deliveries.map(({ accountId }) => accountId).toSorted()).toEqual(
    people.map(({ id }) => id).toSorted(),
  );
  await server.call('markMessageRead', { params: { id: messageId } }, reads);
  await server.owner.query('delete from cairn.loan_role where account_id = $1', [
    leaves.account.id,
  ]);
  // Checked again when the email is sent; the activity may be retried.
  for (const delivery of [...deliveries, ...deliveries]) {
    expect(await work.deliverNotifications(company.id, delivery)).toBe(0);
  }
  expect(recipients).toEqual([stays.account.emailAddress]);
  await server.call('deleteMessage', { params: { id: messageId } }, as);
  const { rows } = await server.owner.query(
    'select from cairn.notification where message_id = $1',
    [messageId],
  );
  expect(rows).toHaveLength(0);
});
