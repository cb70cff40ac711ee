/** What the lender sees of emails and SMS that did not arrive, and reports influenced by strangers. */
import { randomUUID } from 'node:crypto';
import {
  bounceReport,
  sendgridDouble,
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type SignedReport,
  type TestServer,
} from '@cairn/testing';
import { startTextCatcher } from '@cairn/testing/text-catcher/catcher';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bounceAddressOf } from '../../platform/email/bounce-address.ts';
import { OutboundLimits } from '../../platform/outbound-limits.ts';
import { smsOnce } from '../../platform/send-once.ts';
import { SmsClient } from '../../platform/sms.ts';

const BOUNCE_TOKEN = 'token of the mail server';
const TWILIO = { accountSid: 'AC1', authToken: 'secret' };
const log = pino({ level: 'silent' });
const sendgrid = sendgridDouble();
let server: TestServer;
let texts: Awaited<ReturnType<typeof startTextCatcher>>;
let company: Company;

beforeAll(async () => {
  const deliveryReports = {
    bounceToken: BOUNCE_TOKEN,
    sesTopic: undefined,
    sendgridKey: sendgrid.publicKey,
    twilioToken: undefined,
  };
  server = await startTestServer({ config: { deliveryReports } });
  texts = await startTextCatcher({ port: 0, ...TWILIO });
  company = await server.given.company({ name: 'Northgate Bank' });
}, 60_000);
afterAll(async () => {
  await texts.stop();
  await server.stop();
});

interface Employee {
  account: Account;
  token: string;
}
interface House {
  loan: Loan;
  dana: Employee;
  elena: Account;
}
async function employee(loan: Loan, givenName: string): Promise<Employee> {
  const { given } = server;
  const account = await given.employee(company, { givenName, familyName: 'Whitfield' });
  await given.role(loan, account, 'LENDER');
  return { account, token: await given.session(account, { roleLevel: 'LENDER', company }) };
}
async function house(): Promise<House> {
  const { given } = server;
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const elena = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  await given.role(loan, elena, 'LEAD_BORROWER');
  return { loan, dana: await employee(loan, 'Dana'), elena };
}

interface Noted {
  channel: 'EMAIL' | 'SMS';
  address: string;
  accountId: string | null;
  topic: string;
  at: string;
}
/** The row that the worker writes before the email leaves. */
async function note({ loan, elena }: House, over: Partial<Noted> = {}): Promise<string> {
  const id = randomUUID();
  await server.owner.query(
    `insert into cairn.message_delivery (company_id, id, channel, address, account_id, topic, loan_ids, state, created_at)
     values ($1, $2, $8, $3, $4, $5, array[$6::uuid], 'SENT', coalesce($7, now()))`,
    [
      company.id,
      id,
      over.address ?? elena.emailAddress,
      over.accountId === undefined ? elena.id : over.accountId,
      over.topic ?? 'REQUESTS',
      loan.id,
      over.at ?? null,
      over.channel ?? 'EMAIL',
    ],
  );
  return id;
}
const post = async ({ url, headers, payload }: SignedReport): Promise<number> =>
  (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
const returnAddress = (id: string) =>
  bounceAddressOf('bounces@mail.example', server.config.secretKey, id);
const bounce = (id: string, over?: Parameters<typeof bounceReport>[2]) =>
  post(bounceReport(BOUNCE_TOKEN, returnAddress(id), over));
const list = async ({ loan, dana }: House, query = {}) =>
  (await server.call('listDeliveries', { params: { id: loan.id }, query }, dana)).body;
const stopped = async ({ loan, dana }: House) =>
  (await server.call('listStoppedAddresses', { params: { id: loan.id } }, dana)).body;

test('undelivered messages are read page by page without a gap, whole or only what did not arrive', async () => {
  const here = await house();
  const ids: string[] = [];
  // Two with the same timestamp, on either side of a page boundary.
  for (const second of [1, 2, 3, 3, 4]) {
    ids.push(await note(here, { at: `2026-11-01 10:00:0${second}.000001+00` }));
  }
  const first = await list(here, { limit: 2 });
  const second = await list(here, { limit: 2, cursor: first.nextCursor! });
  const third = await list(here, { limit: 2, cursor: second.nextCursor! });
  const read = [first, second, third].flatMap(({ deliveries }) => deliveries.map(({ id }) => id));
  expect(read.toSorted()).toEqual(ids.toSorted());
  expect(read[0]).toBe(ids[4]);
  expect(third.nextCursor).toBeNull();
  await bounce(ids[1]!);
  expect((await list(here, { undelivered: 'true' })).deliveries).toMatchObject([{ id: ids[1] }]);
  const answer = await server.call(
    'listDeliveries',
    { params: { id: here.loan.id }, query: { cursor: 'x' } },
    here.dana,
  );
  expect(answer.status).toBe(400);
});

test('an undelivered message names its recipient: a person, an invited one, or an address alone', async () => {
  const here = await house();
  const ruth = await server.given.invitation(company, here.elena, {
    loan: here.loan,
    role: 'BORROWER',
    givenName: 'Ruth',
    familyName: 'Ames',
  });
  await note(here, { at: '2026-11-03' });
  const invited = { address: ruth.emailAddress.toUpperCase(), accountId: null };
  await note(here, { ...invited, topic: 'INVITATION', at: '2026-11-02' });
  await note(here, { address: 'gone@example.com', accountId: null, at: '2026-11-01' });
  expect(
    (await list(here)).deliveries.map(({ user }) => user && [user.id, user.givenName]),
  ).toEqual([[here.elena.id, 'Elena'], [ruth.id, 'Ruth'], null]);
});

test('a stopped address is shown once, with the cause and the number of the person’s own information', async () => {
  const here = await house();
  await server.given.entity(here.loan, {
    account: here.elena,
    information: { phone: '503-555-0142' },
  });
  expect(await stopped(here)).toEqual({ stopped: [], abilities: { sendAgain: true } });
  const older = await note(here, { at: '2026-11-01' });
  const newer = await note(here);
  await bounce(older);
  expect((await stopped(here)).stopped).toMatchObject([
    {
      deliveryId: newer,
      userId: here.elena.id,
      address: here.elena.emailAddress,
      channel: 'EMAIL',
      cause: 'BOUNCED',
      reason: 'smtp; 550 5.1.1 User unknown',
      phone: '503-555-0142',
    },
  ]);
  const params = { id: here.loan.id, deliveryId: newer };
  await server.call('sendDeliveryAgain', { params }, here.dana);
  expect((await stopped(here)).stopped).toEqual([]);
});

describe('an email about a conversation', () => {
  /** A conversation between Dana and Elena; returns the ids of the emails to Elena about its messages. */
  async function converse(here: House): Promise<string> {
    const { loan, dana, elena } = here;
    const { id: threadId, messageIds } = await server.given.thread(
      loan,
      [dana.account, elena],
      [{ by: dana.account, body: 'Between us' }],
    );
    const id = await note(here, { topic: 'MESSAGES', at: '2026-11-02' });
    await server.owner.query(
      `insert into cairn.notification (company_id, event_id, account_id, level, kind, topic, loan_id, actor_id,
         message_id, merge_key, bell, email, sms, emailed_as)
       values ($1, $2, $3, 'BORROWER', 'MESSAGE', 'MESSAGES', $4, $5, $6, $7, false, true, false, $8)`,
      [company.id, randomUUID(), elena.id, loan.id, dana.account.id, messageIds[0], threadId, id],
    );
    return id;
  }
  const idsSeenBy = async (here: House, dana: Employee, query = {}) => {
    const { deliveries, nextCursor } = await list({ ...here, dana }, query);
    return { ids: deliveries.map(({ id }) => id), nextCursor };
  };

  test('is listed for its members alone, and leaves no gap on the pages of others', async () => {
    const here = await house();
    const newer = await note(here, { at: '2026-11-03' });
    const message = await converse(here);
    const older = await note(here, { at: '2026-11-01' });
    const marcus = await employee(here.loan, 'Marcus');
    // Marcus has his own conversation with Elena, which reveals nothing of theirs.
    await server.given.thread(
      here.loan,
      [marcus.account, here.elena],
      [{ by: marcus.account, body: 'Hello' }],
    );
    expect((await idsSeenBy(here, here.dana)).ids).toEqual([newer, message, older]);
    expect(await idsSeenBy(here, marcus, { limit: 2 })).toEqual({
      ids: [newer, older],
      nextCursor: null,
    });
  });

  test('is listed for its recipient', async () => {
    const here = await house();
    const id = await note(here, { topic: 'MESSAGES', accountId: here.dana.account.id });
    expect((await list(here)).deliveries).toMatchObject([{ id, topic: 'MESSAGES' }]);
    const marcus = await employee(here.loan, 'Marcus');
    expect((await idsSeenBy(here, marcus)).ids).toEqual([]);
  });

  test('that bounced names the address to others, by another email to it if there is one', async () => {
    const here = await house();
    const marcus = await employee(here.loan, 'Marcus');
    const message = await converse(here);
    await bounce(message);
    const otherHouse = { ...here, dana: marcus };
    const { address } = (await stopped(otherHouse)).stopped[0]!;
    expect(address).toBe(here.elena.emailAddress);
    expect((await idsSeenBy(here, marcus, { undelivered: 'true' })).ids).toEqual([]);
    const request = await note(here, { at: '2026-11-01' });
    expect((await stopped(otherHouse)).stopped).toMatchObject([{ deliveryId: request }]);
  });
});

test('a stopped number is shown as long as it is the person’s', async () => {
  const here = await house();
  const stop = (number: string) =>
    server.owner.query(
      `insert into cairn.stopped_address (company_id, channel, address, cause) values ($1, 'SMS', $2, 'BOUNCED')`,
      [company.id, number],
    );
  const text = (address: string) => note(here, { channel: 'SMS', address });
  const former = await server.given.phone(here.elena);
  const first = await text(former);
  await stop(former);
  expect((await stopped(here)).stopped).toMatchObject([{ deliveryId: first, channel: 'SMS' }]);
  expect((await list(here)).deliveries).toMatchObject([{ id: first, isCurrent: true }]);
  const current = await server.given.phone(here.elena);
  expect((await stopped(here)).stopped).toEqual([]);
  // It is not offered again in the list either.
  expect((await list(here)).deliveries).toMatchObject([{ id: first, isCurrent: false }]);
  const second = await text(current);
  await stop(current);
  expect((await stopped(here)).stopped).toMatchObject([
    { deliveryId: second, userId: here.elena.id, address: `•••• ${current.slice(-4)}` },
  ]);
});

test('a bounce whose words have no status gets the one of its own field', async () => {
  const here = await house();
  const id = await note(here);
  await bounce(id, { status: '5.2.1', said: 'smtp; 550 go away' });
  expect((await list(here)).deliveries).toMatchObject([{ reason: '5.2.1 smtp; 550 go away' }]);
});

describe('a text that Twilio refuses at the moment of sending', () => {
  async function send(here: House, to: string): Promise<void> {
    const { db, config } = server;
    const { secretKey } = config;
    const sms = new SmsClient({
      apiUrl: texts.url,
      ...TWILIO,
      from: '+15550100000',
      statusUrl: undefined,
    });
    const outbound = new OutboundLimits({ db, log, secretKey, factor: 1 });
    await smsOnce({ db, texts: sms, outbound, log }, randomUUID(), async () => ({
      to,
      body: 'Northgate Bank needs your lease',
      cause: {
        budget: 'NOTIFICATION',
        companyId: company.id,
        about: { topic: 'REQUESTS', loanIds: [here.loan.id], accountId: here.elena.id },
      },
    }));
  }

  test('is not sent, says why, and stops a number that takes none', async () => {
    const here = await house();
    await send(here, '+15005550009');
    expect((await list(here)).deliveries).toMatchObject([
      {
        channel: 'SMS',
        address: '•••• 0009',
        state: 'BOUNCED',
        reason: 'Twilio error 21614',
        stopped: 'BOUNCED',
      },
    ]);
    const activity = await server.call(
      'listLoanActivity',
      { params: { id: here.loan.id } },
      here.dana,
    );
    expect(activity.body.happened[0]!.sentence).toBe(
      'A text to Elena Marsh could not be delivered on Larkspur Bakery',
    );
    await send(here, '+15005550009');
    expect((await list(here)).deliveries[0]).toMatchObject({ state: 'STOPPED' });
  });

  test('for a reason that is not the number’s, stops nothing', async () => {
    const here = await house();
    await send(here, '+15005550003');
    expect((await list(here)).deliveries).toMatchObject([
      { state: 'BOUNCED', reason: 'Twilio error 21408', stopped: null },
    ]);
  });

  test('one that it takes is sent', async () => {
    const here = await house();
    await send(here, '+15550100142');
    expect((await list(here)).deliveries).toMatchObject([{ state: 'SENT', reason: null }]);
  });
});

describe('strangers write parts of a report', () => {
  test('words that cannot be stored or that read backwards do not hold up the reports after them', async () => {
    const here = await house();
    const [one, other] = [await note(here, { at: '2026-11-02' }), await note(here)];
    const event = (id: string, reason: string) => ({
      event: 'bounce',
      type: 'blocked',
      email: here.elena.emailAddress,
      cairn_id: id,
      reason,
    });
    const reports = [event(one, 'No\u0000mailbox \uD800\u202Ehere'), event(other, 'full')];
    expect(await post(sendgrid.report(reports))).toBe(204);
    expect((await list(here)).deliveries.map(({ reason }) => reason)).toEqual([
      'full',
      'No mailbox \uFFFDhere',
    ]);
    const odd = { ...event(one, 'x'), email: `${here.elena.emailAddress}\u0000` };
    expect(await post(sendgrid.report([odd, event(other, 'full')]))).toBe(204);
  });

  test('one return address leaves a few reports behind, however many bounces are sent to it', async () => {
    const here = await house();
    const id = await note(here);
    for (let number = 100; number < 120; number += 1) {
      expect(await bounce(id, { status: `5.7.${number}` })).toBe(204);
    }
    const { rows } = await server.owner.query(
      'select from cairn.delivery_report where delivery_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test('a body of more than a megabyte is not read', async () => {
    const { url, headers, payload } = bounceReport(BOUNCE_TOKEN, returnAddress(randomUUID()));
    expect(await post({ url, headers, payload: payload + 'x'.repeat(1024 * 1024) })).toBe(400);
  });

  test('a lender learns nothing of another lender’s bounces to the same person', async () => {
    const here = await house();
    await bounce(await note(here));
    const { given } = server;
    const other = await given.company({ name: 'Southgate Bank' });
    const loan = await given.loan(await given.phase(other));
    const omar = await given.employee(other);
    await given.role(loan, omar, 'LENDER');
    await given.role(loan, here.elena, 'BORROWER');
    const token = await given.session(omar, { roleLevel: 'LENDER', company: other });
    const dana = { account: omar, token };
    expect((await stopped({ loan, dana, elena: here.elena })).stopped).toEqual([]);
    const params = { id: here.loan.id };
    expect((await server.call('listStoppedAddresses', { params }, dana)).status).toBe(404);
  });
});
