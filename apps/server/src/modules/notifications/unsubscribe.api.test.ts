/** One-click unsubscribe links, used as mail programs use them (RFC 8058) and as attackers would. */
import { UNSUBSCRIBE_TOPICS, type UnsubscribeTopic } from '@cairn/contract';
import {
  emailTo,
  startTestServer,
  startTestWorker,
  type Company,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { unsubscribeUrl } from '../../platform/email/unsubscribe-link.ts';

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

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const DAY_MS = 86_400_000;

/** The POST of a mail program: a form without cookies, from any origin. */
const click = (
  link: string,
  payload = 'List-Unsubscribe=One-Click',
  headers: Record<string, string> = FORM,
) => {
  const { pathname, search } = new URL(link);
  return server.app.inject({ method: 'POST', url: pathname + search, payload, headers });
};
const linkFor = (accountId: string, topic: UnsubscribeTopic, now?: number) =>
  unsubscribeUrl(server.config, { accountId, topic }, now);
const settingsOf = async (token: string) =>
  (await server.call('getUserSettings', {}, { token })).body;
async function elena() {
  const loan = await server.given.loan(await server.given.phase(company));
  return { loan, ...(await server.given.borrower(loan, 'LEAD_BORROWER')) };
}

test('one click on an email stops that kind of email for that person, and the bell still tells', async () => {
  const { given } = server;
  const { loan, account, token } = await elena();
  const dana = await given.colleague(company);
  await given.role(loan, dana.account, 'LENDER');
  const request = (title: string) =>
    server.call('createElements', { body: { loanId: loan.id, elements: [{ title }] } }, dana);
  await request('Lease');
  const { headers, text } = await emailTo(account.emailAddress, 'needs 1 document');
  expect(headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
  const link = /^<(https?:[^>]+)>$/.exec(String(headers['list-unsubscribe']))![1]!;
  expect(text).toContain(`Stop these emails: ${link}`);

  expect((await click(link)).statusCode).toBe(204);
  const { sendEmailRequests, sendTextRequests, bellRequests, sendEmailReviews } =
    await settingsOf(token);
  expect({ sendEmailRequests, sendTextRequests, bellRequests, sendEmailReviews }).toEqual({
    sendEmailRequests: false,
    sendTextRequests: true,
    bellRequests: true,
    sendEmailReviews: true,
  });
  // Mail programs repeat the request: nothing more happens and nothing more is recorded.
  expect((await click(link)).statusCode).toBe(204);
  const { rows } = await server.owner.query(
    `select from cairn.event where account_id = $1 and kind = 'settings.unsubscribed'`,
    [account.id],
  );
  expect(rows).toHaveLength(1);
});

test('every kind stops its own switch and no other; a stopped summary sends nothing instead', async () => {
  for (const topic of UNSUBSCRIBE_TOPICS) {
    const { account, token } = await elena();
    const before = await settingsOf(token);
    expect((await click(linkFor(account.id, topic))).statusCode).toBe(204);
    const after = await settingsOf(token);
    const changed = Object.entries(after).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before]),
    );
    expect(changed, topic).toHaveLength(1);
    expect(changed[0]![1], topic).toBe(topic === 'SUMMARY' ? 'NEVER' : false);
  }
});

describe('nothing is stopped', () => {
  test('by opening the link, as link scanners do, or by a POST that is not a click', async () => {
    const { account, token } = await elena();
    const link = linkFor(account.id, 'REQUESTS');
    const { pathname, search } = new URL(link);
    await server.app.inject({ method: 'GET', url: pathname + search });
    await server.app.inject({ method: 'HEAD', url: pathname + search });
    expect((await click(link, 'other=1')).statusCode).toBe(400);
    expect((await click(link, '', {})).statusCode).toBe(400);
    expect(await settingsOf(token)).toMatchObject({ sendEmailRequests: true });
  });

  test('by a changed, foreign or old token, and the answer does not tell whether an account exists', async () => {
    const { account, token } = await elena();
    const other = await elena();
    const link = linkFor(account.id, 'REQUESTS');
    const wrong = [
      link.replace('REQUESTS', 'STATUS'),
      link.replace(account.id, other.account.id),
      `${link}.more`,
      link.slice(0, -2),
      `${link.slice(0, -1)}é`,
      link.replace(/token=.*/, 'token='),
      linkFor(account.id, 'REQUESTS', Date.now() - 200 * DAY_MS),
    ];
    for (const each of wrong) expect((await click(each)).statusCode, each).toBe(400);
    for (const each of [token, other.token]) {
      expect(await settingsOf(each)).toMatchObject({
        sendEmailRequests: true,
        sendEmailLoanStatus: true,
      });
    }
    const reply = await click(linkFor('01a1ebbe-0000-7000-8000-000000000000', 'REQUESTS'));
    expect(reply.statusCode).toBe(204);
  });

  test('else by the token: it opens no session and no other link', async () => {
    const { account } = await elena();
    const token = new URL(linkFor(account.id, 'REQUESTS')).searchParams.get('token')!;
    const asSession = await server.call('getUserSettings', {}, { token });
    expect(asSession.status).toBe(401);
    const asReset = await server.call('newPassword', {
      body: {
        username: account.emailAddress,
        oldPassword: token,
        newPassword: 'three more stones',
      },
    });
    expect(asReset.status).toBeGreaterThanOrEqual(400);
  });
});

test('the page’s button stops it by the same token, in the session of any user', async () => {
  const { account, token } = await elena();
  const other = await elena();
  const linkToken = new URL(linkFor(account.id, 'REVIEWS')).searchParams.get('token')!;
  const answer = await server.call('unsubscribe', { body: { token: linkToken } }, other);
  expect(answer.body).toEqual({ topic: 'REVIEWS' });
  expect(await settingsOf(token)).toMatchObject({ sendEmailReviews: false });
  expect(await settingsOf(other.token)).toMatchObject({ sendEmailReviews: true });
  const refused = await server.call('unsubscribe', { body: { token: 'REVIEWS.x.1.y' } });
  expect(refused.body).toMatchObject({ code: 'WRONG_LINK' });
});
