/** Email signatures: each person's own, which is shown in emails about their messages. */
import {
  emailTo,
  startTestServer,
  startTestWorker,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  company = await server.given.company({ name: 'Northgate Bank' });
  loan = await server.given.loan(await server.given.phase(company), { name: 'Larkspur Bakery' });
}, 60_000);
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

interface Session {
  account: Account;
  token: string;
}
async function lender(): Promise<Session> {
  const account = await server.given.employee(company, { givenName: 'Dana' });
  await server.given.role(loan, account, 'LENDER');
  return { account, token: await server.given.session(account, { roleLevel: 'LENDER', company }) };
}
async function borrower(): Promise<Session> {
  const account = await server.given.account({ givenName: 'Elena' });
  await server.given.role(loan, account, 'BORROWER');
  return { account, token: await server.given.session(account, { roleLevel: 'BORROWER' }) };
}
const sign = async (by: Session, text: string) => {
  const { body: own } = await server.call('getSignature', {}, by);
  return server.call('updateSignature', { params: { id: own.id }, body: { text } }, by);
};
const tell = (by: Session, to: Session, body: string) =>
  server.call('sendMessage', { body: { loanId: loan.id, userIds: [to.account.id], body } }, by);

test('an email signature has an id, is blank at first, and is its owner’s alone [R140]', async () => {
  const [dana, elena] = [await lender(), await borrower()];
  const blank = await server.call('getSignature', {}, dana);
  expect(blank.body).toEqual({ id: expect.any(String), text: '', html: '', modifiedDate: null });
  const params = { id: blank.body.id };
  const others = { params, body: { text: 'Not Dana' } };
  expect((await server.call('updateSignature', others, elena)).status).toBe(404);
  const text = '**Dana Whitfield**\r\n*Northgate*, [book a call](https://example.com/dana)';
  const { body } = await server.call('updateSignature', { params, body: { text } }, dana);
  expect(body).toMatchObject({
    id: blank.body.id,
    text: text.replace('\r', ''),
    html: '<strong>Dana Whitfield</strong><br><em>Northgate</em>, <a class="link" href="https://example.com/dana">book a call</a>',
  });
  expect((await server.call('getSignature', {}, dana)).body).toEqual(body);
  expect((await sign(dana, 'x\n'.repeat(13).trim())).status).toBe(400);
  expect((await sign(dana, 'x'.repeat(1_001))).status).toBe(400);
});

test('markup in a signature stays text, and only web, email and phone addresses are links', async () => {
  const dana = await lender();
  const { body } = await sign(
    dana,
    '<img src=x onerror=alert(1)> [a](javascript:alert(1)) [b](data:text/html,x) **<script>**\n[c](https://a.example/"onclick="x)',
  );
  expect(body.html).not.toMatch(/<img|<script|href="(?:javascript|data)/i);
  expect(body.html).toContain('href="https://a.example/&quot;onclick=&quot;x"');
});

test('the email about a message ends with the signature of its author', async () => {
  const [dana, elena] = [await lender(), await borrower()];
  await sign(dana, '**Dana Whitfield**, Northgate\n[Book a call](https://example.com/dana)');
  await tell(dana, elena, 'Hello');
  const email = await emailTo(elena.account.emailAddress);
  expect(email.text).toContain('Dana Whitfield, Northgate\nBook a call (https://example.com/dana)');
  expect(email.html).toContain('<strong>Dana Whitfield</strong>, Northgate<br>');
});

test('a borrower’s signature brings no link into the lender’s email', async () => {
  const [dana, elena] = [await lender(), await borrower()];
  await sign(
    elena,
    'Elena Marsh, Larkspur\nPay at evil.example now\n[Invoice](https://evil.example)',
  );
  await tell(elena, dana, 'Hello');
  const email = await emailTo(dana.account.emailAddress);
  expect(email.text).toContain('Elena Marsh, Larkspur');
  expect(`${email.text}${email.html}`).not.toContain('evil.example');
  expect(email.text).not.toContain('Invoice');
});

test('a signature has at most twelve lines, without empty ones at its ends', async () => {
  const dana = await lender();
  const lines = (count: number) =>
    Array.from({ length: count }, (_, at) => `Line ${at}`).join('\r\n');
  expect((await sign(dana, `\n\u00A0\n${lines(12)}\r\n \n`)).status).toBe(200);
  expect((await sign(dana, lines(13))).status).toBe(400);
});
