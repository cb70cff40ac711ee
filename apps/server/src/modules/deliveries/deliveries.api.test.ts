/** Deliveries of emails and SMS: reports of providers, stopped addresses, sending again. */
import { randomUUID } from 'node:crypto';
import type { Delivery } from '@cairn/contract';
import {
  bounceReport,
  emailsTo,
  sendgridDouble,
  SES_TOPIC,
  sesDouble,
  startTestServer,
  startTestWorker,
  twilioReport,
  until,
  type Account,
  type Company,
  type Loan,
  type SignedReport,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bounceAddressOf } from '../../platform/email/bounce-address.ts';

const BOUNCE_TOKEN = 'token of the mail server';
const TWILIO_TOKEN = 'token of the account';
/** A valid certificate URL of SNS with other content. */
const NO_CERTIFICATE = '/SimpleNotificationService-0bad.pem';
const certificateUrl = (name: string): string =>
  `https://sns.us-east-1.amazonaws.com/SimpleNotificationService-${name}.pem`;
const NO_PROVIDER = {
  bounceToken: undefined,
  sendgridKey: undefined,
  twilioToken: undefined,
};
const sendgrid = sendgridDouble();
const ses = sesDouble();
let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;

beforeAll(async () => {
  server = await startTestServer({
    fetchText: async (url) =>
      url.pathname === NO_CERTIFICATE ? '<html>Not here</html>' : ses.fetchText(url),
    config: {
      deliveryReports: {
        bounceToken: BOUNCE_TOKEN,
        sesTopic: SES_TOPIC,
        sendgridKey: sendgrid.publicKey,
        twilioToken: TWILIO_TOKEN,
      },
    },
  });
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
  elena: Account;
}
async function house(): Promise<House> {
  const { given } = server;
  const loan = await given.loan(await given.phase(company), { name: 'Larkspur Bakery' });
  const dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, dana, 'LENDER');
  const elena = await given.account({ givenName: 'Elena', familyName: 'Marsh' });
  await given.role(loan, elena, 'LEAD_BORROWER');
  const token = await given.session(dana, { roleLevel: 'LENDER', company });
  return { loan, dana: { account: dana, token }, elena };
}

const listDeliveries = async ({ loan, dana }: House): Promise<Delivery[]> =>
  (await server.call('listDeliveries', { params: { id: loan.id } }, dana)).body.deliveries;
const inState = (here: House, state: Delivery['state']) =>
  until(async () => (await listDeliveries(here)).find((each) => each.state === state));
const request = ({ loan, dana }: House, title: string) =>
  server.call('createElements', { body: { loanId: loan.id, elements: [{ title }] } }, dana);
/** An email to Elena about a request. */
async function sendRequest(here: House, title = 'Lease'): Promise<Delivery> {
  await request(here, title);
  return inState(here, 'SENT');
}
const post = async ({ url, headers, payload }: SignedReport): Promise<number> =>
  (await server.app.inject({ method: 'POST', url, headers, payload })).statusCode;
const returnAddress = (id: string) =>
  bounceAddressOf('bounces@mail.example', server.config.secretKey, id);
const activityOf = async ({ loan, dana }: House): Promise<string[]> =>
  (await server.call('listLoanActivity', { params: { id: loan.id } }, dana)).body.happened.map(
    ({ sentence }) => sentence,
  );

test('an email is listed with its address, and an invitation too; each report moves it on, never back', async () => {
  const here = await house();
  const { id, address, topic, channel } = await sendRequest(here);
  expect({ address, topic, channel }).toEqual({
    address: here.elena.emailAddress,
    topic: 'REQUESTS',
    channel: 'EMAIL',
  });
  const event = (kind: string) => ({ event: kind, email: address, cairn_id: id });
  expect(await post(sendgrid.report([event('delivered'), event('open')]))).toBe(204);
  expect(await listDeliveries(here)).toMatchObject([{ state: 'DELIVERED', stopped: null }]);
  await post(sendgrid.report([event('deferred'), event('processed')]));
  expect(await listDeliveries(here)).toMatchObject([{ state: 'DELIVERED' }]);
  const invited = await server.call(
    'addBorrowerUser',
    {
      params: { id: here.loan.id },
      body: {
        user: {
          givenName: 'Ruth',
          familyName: 'Ames',
          emailAddress: `${randomUUID()}@example.com`,
        },
        role: 'BORROWER',
        sendInvite: true,
      },
    },
    here.dana,
  );
  expect(invited.status).toBe(200);
  expect(await inState(here, 'SENT')).toMatchObject({ topic: 'INVITATION' });
});

describe('a final bounce', () => {
  test('stops the address, says so in the activity, and is undone by sending again', async () => {
    const here = await house();
    const { id, address } = await sendRequest(here);
    const mailbox = (await emailsTo(address)).length;
    expect(await post(bounceReport(BOUNCE_TOKEN, returnAddress(id)))).toBe(204);
    expect(await listDeliveries(here)).toMatchObject([
      { id, state: 'BOUNCED', stopped: 'BOUNCED', reason: 'smtp; 550 5.1.1 User unknown' },
    ]);
    expect(await activityOf(here)).toContain(
      'An email to Elena Marsh could not be delivered on Larkspur Bakery',
    );
    await request(here, 'Insurance');
    await inState(here, 'STOPPED');
    expect(await emailsTo(address)).toHaveLength(mailbox);

    const again = () =>
      server.call('sendDeliveryAgain', { params: { id: here.loan.id, deliveryId: id } }, here.dana);
    expect((await again()).body).toEqual({ success: true });
    expect((await again()).body).toEqual({ success: false });
    const emails = await until(async () => {
      const all = await emailsTo(address);
      return all.length > mailbox ? all : undefined;
    });
    // The email combines the one that bounced and the one that was not sent.
    expect(emails.at(-1)!.text).toContain('- Lease');
    expect(emails.at(-1)!.text).toContain('- Insurance');
    expect((await listDeliveries(here)).every(({ stopped }) => stopped === null)).toBe(true);
    // A late report of an earlier email does not affect the confirmed address.
    await post(bounceReport(BOUNCE_TOKEN, returnAddress(id), { status: '5.1.2' }));
    await post(sendgrid.report([{ event: 'spamreport', email: address, cairn_id: id }]));
    expect((await listDeliveries(here)).every(({ stopped }) => stopped === null)).toBe(true);
  });

  test('stops it for this lender alone', async () => {
    const here = await house();
    const { id, address } = await sendRequest(here);
    await post(bounceReport(BOUNCE_TOKEN, returnAddress(id)));
    const { given } = server;
    const other = await given.company({ name: 'Southgate Bank' });
    const loan = await given.loan(await given.phase(other));
    const account = await given.employee(other);
    await given.role(loan, account, 'LENDER');
    await given.role(loan, here.elena, 'BORROWER');
    const token = await given.session(account, { roleLevel: 'LENDER', company: other });
    const otherHouse = { loan, dana: { account, token }, elena: here.elena };
    await request(otherHouse, 'Lease');
    expect(await inState(otherHouse, 'SENT')).toMatchObject({ address, stopped: null });
    const stolen = await server.call(
      'sendDeliveryAgain',
      { params: { id: loan.id, deliveryId: id } },
      otherHouse.dana,
    );
    expect(stolen.status).toBe(404);
  });

  test('a full mailbox, a delay and a policy stop nothing', async () => {
    const here = await house();
    const { id } = await sendRequest(here);
    await post(
      bounceReport(BOUNCE_TOKEN, returnAddress(id), { action: 'delayed', status: '4.4.1' }),
    );
    expect(await listDeliveries(here)).toMatchObject([{ state: 'DELAYED', stopped: null }]);
    await post(bounceReport(BOUNCE_TOKEN, returnAddress(id), { status: '5.2.2' }));
    expect(await listDeliveries(here)).toMatchObject([{ state: 'BOUNCED', stopped: null }]);
  });
});

test('a complaint by SES stops the address; a subscription is confirmed at SNS alone', async () => {
  const here = await house();
  const { id, address } = await sendRequest(here);
  const complaint = {
    eventType: 'Complaint',
    mail: { tags: { cairn_id: [id] } },
    complaint: { complainedRecipients: [{ emailAddress: address }] },
  };
  expect(await post(ses.report(complaint))).toBe(204);
  expect(await listDeliveries(here)).toMatchObject([
    { state: 'COMPLAINED', stopped: 'COMPLAINED' },
  ]);
  expect(await post(ses.confirmation())).toBe(204);
  expect(ses.fetched.at(-1)).toContain('ConfirmSubscription');
});

test('a stranger makes us fetch few certificates, and one of SNS is never among those that wait', async () => {
  const own = sesDouble();
  const genuine = JSON.parse(own.report({}).payload) as { SigningCertURL: string };
  const fetched: string[] = [];
  const bare = await startTestServer({
    feedRuns: false,
    fetchText: async (url) => {
      fetched.push(url.href);
      return url.href === genuine.SigningCertURL ? own.fetchText(url) : '<html>Not here</html>';
    },
    config: { deliveryReports: { ...NO_PROVIDER, sesTopic: SES_TOPIC }, limitFactor: 1 },
  });
  const send = async (number: number | null, remoteAddress: string) => {
    const name = number?.toString(16);
    const over = name === undefined ? {} : { SigningCertURL: certificateUrl(name) };
    const { url, headers, payload } = own.report({}, over);
    return bare.app.inject({ method: 'POST', url, headers, payload, remoteAddress });
  };
  try {
    // Many at once name one certificate: it is fetched once.
    const sent = await Promise.all(Array.from({ length: 8 }, () => send(null, '203.0.113.9')));
    expect(sent.map(({ statusCode }) => statusCode)).toEqual(sent.map(() => 204));
    expect(fetched).toEqual([genuine.SigningCertURL]);
    const tried: number[] = [];
    for (let number = 0; number < 8; number += 1) {
      const answer = await send(number, '192.0.2.1');
      tried.push(answer.statusCode);
      // SNS repeats what was answered with 429, and gives up after any other refusal.
      if (answer.statusCode === 429) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    expect(tried).toEqual([403, 403, 403, 403, 403, 429, 429, 429]);
    for (let number = 100; number < 160; number += 1) await send(number, `198.51.100.${number}`);
    expect(fetched).toHaveLength(30);
    expect((await send(null, '192.0.2.1')).statusCode).toBe(204);
  } finally {
    await bare.stop();
  }
});

test('a report of Twilio that is too long is not taken apart', async () => {
  const { origin } = server.config.publicUrl;
  const { url, headers } = twilioReport(TWILIO_TOKEN, origin, randomUUID(), {});
  expect(await post({ url, headers, payload: 'a&'.repeat(8 * 1024) })).toBe(403);
  expect(await post({ url, headers, payload: 'a&'.repeat(8 * 1024 + 1) })).toBe(400);
});

test('a text that Twilio could not deliver stops the number, of which the last digits are shown', async () => {
  const here = await house();
  const id = randomUUID();
  await server.owner.query(
    `insert into cairn.message_delivery (company_id, id, channel, address, topic, loan_ids, state)
     values ($1, $2, 'SMS', '+15550100199', 'STATUS', array[$3::uuid], 'SENT')`,
    [company.id, id, here.loan.id],
  );
  const fields = {
    MessageSid: 'SM1',
    To: '+15550100199',
    MessageStatus: 'undelivered',
    ErrorCode: '30005',
  };
  const { origin } = server.config.publicUrl;
  expect(await post(twilioReport('another token', origin, id, fields))).toBe(403);
  expect(await post(twilioReport(TWILIO_TOKEN, origin, id, fields))).toBe(204);
  expect(await listDeliveries(here)).toMatchObject([
    { address: '•••• 0199', state: 'BOUNCED', stopped: 'BOUNCED', reason: 'Twilio error 30005' },
  ]);
});

describe('a stranger cannot mark an address', () => {
  const refused = async (here: House, report: SignedReport) => {
    expect(await post(report)).toBe(403);
    expect(await listDeliveries(here)).toMatchObject([{ state: 'SENT', stopped: null }]);
  };

  test('without the signature of the provider', async () => {
    const here = await house();
    const { id, address } = await sendRequest(here);
    const bounce = { event: 'bounce', email: address, cairn_id: id };
    await refused(here, sendgridDouble().report([bounce]));
    const changed = sendgrid.report([bounce]);
    await refused(here, { ...changed, payload: changed.payload.replace('bounce', 'bouncE') });
    const sesBounce = {
      eventType: 'Bounce',
      mail: { tags: { cairn_id: [id] } },
      bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: address }] },
    };
    await refused(here, ses.report(sesBounce, { Timestamp: new Date(1).toISOString() }));
    await refused(here, ses.report(sesBounce, { TopicArn: `${SES_TOPIC}-other` }));
    await refused(here, sesDouble().report(sesBounce));
    await refused(
      here,
      ses.report(sesBounce, {
        SigningCertURL: `https://sns.us-east-1.amazonaws.com${NO_CERTIFICATE}`,
      }),
    );
    const looked = ses.fetched.length;
    for (const url of [
      'http://sns.us-east-1.amazonaws.com/SimpleNotificationService-00.pem',
      'https://sns.us-east-1.amazonaws.com.evil.example/SimpleNotificationService-00.pem',
      'https://sns.us-east-1.amazonaws.com:8443/SimpleNotificationService-00.pem',
      // Anyone can create a bucket with this name; another region has other topics.
      'https://sns.s3.amazonaws.com/SimpleNotificationService-00.pem',
      'https://sns.s3-accelerate.amazonaws.com/SimpleNotificationService-00.pem',
      'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-00.pem',
      'https://evil.example/SimpleNotificationService-00.pem',
      'https://sns.us-east-1.amazonaws.com/other.pem',
    ]) {
      await refused(here, ses.report(sesBounce, { SigningCertURL: url }));
    }
    expect(ses.fetched).toHaveLength(looked);
  });

  test('with a return address that is not ours, or without the token of the mail server', async () => {
    const here = await house();
    const { id } = await sendRequest(here);
    await refused(here, bounceReport('another token', returnAddress(id)));
    const digits = id.replaceAll('-', '');
    await refused(
      here,
      bounceReport(BOUNCE_TOKEN, `bounces+${digits}${'0'.repeat(20)}@mail.example`),
    );
    const other = bounceAddressOf('bounces@mail.example', 'x'.repeat(40), id);
    await refused(here, bounceReport(BOUNCE_TOKEN, other));
  });

  test('with an old report, one about another address, or a repeated one', async () => {
    const here = await house();
    const { id, address } = await sendRequest(here);
    const bounce = { event: 'bounce', email: address, cairn_id: id };
    await refused(here, sendgrid.report([bounce], new Date(Date.now() - 8 * 86_400_000)));
    expect(await post(sendgrid.report([{ ...bounce, email: 'else@example.com' }]))).toBe(204);
    expect(await listDeliveries(here)).toMatchObject([{ state: 'SENT', stopped: null }]);
    const real = sendgrid.report([bounce]);
    await post(real);
    await server.call(
      'sendDeliveryAgain',
      { params: { id: here.loan.id, deliveryId: id } },
      here.dana,
    );
    expect(await post(real)).toBe(204);
    expect((await listDeliveries(here)).every(({ stopped }) => stopped === null)).toBe(true);
  });

  test('at a provider that is not set up', async () => {
    const bare = await startTestServer({ feedRuns: false });
    const { url, headers, payload } = sendgrid.report([]);
    const answer = await bare.app.inject({ method: 'POST', url, headers, payload });
    expect(answer.statusCode).toBe(404);
    await bare.stop();
  });
});
