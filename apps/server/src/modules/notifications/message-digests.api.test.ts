/** Many messages in a short time are one email, and no message is forgotten. */
import {
  emailsTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let loan: Loan;
let dana: Account;
let as: { token: string };

beforeAll(async () => {
  server = await startTestServer({ config: { messageDigestSeconds: 3 } });
  worker = await startTestWorker(server);
  const { given } = server;
  const company = await given.company({ name: 'Northgate Bank' });
  loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  as = { token: await given.session(dana, { roleLevel: 'LENDER', company }) };
}, 180_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function borrower(): Promise<Account> {
  const account = await server.given.account();
  await server.given.role(loan, account, 'BORROWER');
  return account;
}
/** With a long timeout, because these emails wait for each other on purpose. */
const mailed = (reader: Account, subject: string) =>
  until(
    async () =>
      (await emailsTo(reader.emailAddress)).find((each) => each.subject.includes(subject)),
    60_000,
  );
const write = (threadId: string, body: string) =>
  server.call('sendMessage', { body: { loanId: loan.id, threadId, body } }, as);

test('fifteen messages in a second are one email that says how many and from whom', async () => {
  const elena = await borrower();
  const { body: first } = await server.call(
    'sendMessage',
    { body: { loanId: loan.id, userIds: [elena.id], body: 'One' } },
    as,
  );
  const { id: threadId } = first.messageThread;
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, index) => write(threadId, `Message ${index + 2}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const email = await mailed(elena, 'Dana Whitfield sent you 15 messages');
  expect(email.subject).toContain('about Larkspur Bakery');
  expect(email.text).toContain(`/loans/${loan.id}/messages?thread=${threadId}`);
  expect(email.text).not.toContain('Message 2');
  // The workflows of all messages end: everything was sent.
  await until(async () => {
    const { rows } = await server.owner.query<{ open: number }>(
      `select count(*)::int as open from cairn.notification
        where account_id = $1 and emailed_as is null`,
      [elena.id],
    );
    return rows[0]!.open === 0;
  }, 60_000);
  expect(await emailsTo(elena.emailAddress)).toHaveLength(1);
}, 180_000);

test('a message written after a digest is in the next one', async () => {
  const ruth = await borrower();
  const { body: first } = await server.call(
    'sendMessage',
    { body: { loanId: loan.id, userIds: [ruth.id], body: 'One' } },
    as,
  );
  await mailed(ruth, 'sent you a message');
  const { id: threadId } = first.messageThread;
  await write(threadId, 'Two');
  await write(threadId, 'Three');
  // The next digest would be due after ten times the delay; the test ends the window early.
  await server.owner.query(`update cairn.call_count set ends_at = now() - interval '1 second'`);
  await mailed(ruth, 'sent you 2 messages');
  expect(await emailsTo(ruth.emailAddress)).toHaveLength(2);
}, 180_000);
