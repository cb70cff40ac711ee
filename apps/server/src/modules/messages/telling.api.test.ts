import { randomUUID } from 'node:crypto';
import {
  letterTo,
  lettersTo,
  startTestServer,
  startTestWorker,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Letter, Mailer } from '../../platform/mail.ts';
import { TextMessages } from '../../platform/text-messages.ts';
import { messageActivities } from './telling.ts';

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

test('whoever is written to gets a letter that says who and where, unless they want none', async () => {
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
  const letter = await letterTo(hears.account.emailAddress, 'Dana Whitfield wrote to you');
  expect(letter.subject).toContain('about Larkspur Bakery');
  expect(letter.text).toContain(`/loans/${loan.id}/messages?thread=${id}`);
  expect(letter.text).not.toContain('vault');
  expect(letter.from[0]?.name).toBe('Northgate Bank');
  // Once the second one is there, all of the first ones were sent or were not.
  const last = await borrower();
  await server.call(
    'sendMessage',
    { body: { loanId: loan.id, userIds: [last.account.id], body: 'And you' } },
    as,
  );
  await letterTo(last.account.emailAddress);
  expect(await lettersTo(hears.account.emailAddress)).toHaveLength(1);
  for (const { emailAddress } of [quiet.account, mutes.account, dana]) {
    expect(await lettersTo(emailAddress)).toEqual([]);
  }
});

test('what was read, deleted, or is no longer theirs to read needs no letter', async () => {
  const [reads, leaves, stays] = [await borrower(), await borrower(), await borrower()];
  const people = [reads, leaves, stays].map(({ account }) => account);
  const { messageIds } = await server.given.thread(
    loan,
    [dana, ...people],
    [{ by: dana, body: 'Good evening' }],
  );
  const [messageId] = messageIds as [string];
  const news = { companyId: company.id, messageId };
  const written: string[] = [];
  const eventId = randomUUID();
  const work = messageActivities(
    {
      db: server.db,
      config: server.config,
      mailer: { send: async ({ to }: Letter) => void written.push(to) } as unknown as Mailer,
      texts: new TextMessages(server.config.text),
      log: pino({ level: 'silent' }),
    },
    () => eventId,
  );
  const told = async () => (await work.whoIsToldOfMessage(news)).toSorted();
  expect(await told()).toEqual(people.map(({ id }) => id).toSorted());
  await server.call('markMessageRead', { params: { id: messageId } }, reads);
  await server.owner.query('delete from cairn.loan_role where account_id = $1', [
    leaves.account.id,
  ]);
  expect(await told()).toEqual([stays.account.id]);
  // Decided anew when the letter leaves, and the step may be repeated.
  for (const { id } of [...people, ...people]) await work.tellOfMessage(news, id);
  expect(written).toEqual([stays.account.emailAddress]);
  await server.call('deleteMessage', { params: { id: messageId } }, as);
  expect(await told()).toEqual([]);
  await work.tellOfMessage(news, stays.account.id);
  expect(written).toHaveLength(1);
});
