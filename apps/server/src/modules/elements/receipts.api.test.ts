/** The receipt of an answer: what was sent, when and to whom, for those who see the answer. */
import { createHash } from 'node:crypto';
import {
  emailTo,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSentFile } from '../auth/sent-file-store.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let loan: Loan;
let elena: Account;
let token: string;
let elementId: string;
const content = Buffer.from('a profit and loss statement');

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  const { given } = server;
  company = await given.company();
  loan = await given.loan(await given.phase(company));
  const dana = await given.employee(company, { givenName: 'Dana' });
  await given.role(loan, dana, 'LENDER');
  elena = await given.account();
  await given.role(loan, elena, 'BORROWER');
  token = await given.session(elena, { roleLevel: 'BORROWER' });
  elementId = (await given.element(loan, { title: '2026 profit and loss' })).id;
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

const params = () => ({ id: loan.id, elementId });
const receipt = (as = token) => server.call('getReceipt', { params: params() }, { token: as });

test('a request without a file has no receipt; with one it says what was sent, when, to whom, and its fingerprint', async () => {
  expect((await receipt()).body).toMatchObject({ code: 'NO_ANSWER' });
  const place = { name: 'p&l.txt', size: content.length, loanId: loan.id };
  const { body: signed } = await server.call('getUploadUrl', { query: place }, { token });
  const { uploadUrl, headers, key } = signed;
  await fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
  const { body: made } = await server.call(
    'createDocument',
    { body: { ...place, key } },
    { token },
  );
  const answer = { elementId, loanId: loan.id, documentId: made.id };
  const answered = await server.call('answerElement', { body: answer }, { token });
  expect(answered.status).toBe(200);
  const { body } = await until(async () => {
    const read = await receipt();
    return read.body.virusScanState === 'CLEAN' && read;
  });
  expect(body).toMatchObject({
    requestTitle: '2026 profit and loss',
    companyName: company.name,
    officerName: 'Dana',
    fileName: 'p&l.txt',
    size: content.length,
    sha256: createHash('sha256').update(content).digest('hex'),
    approved: false,
    sentDate: answered.body.answer!.answeredDate,
    sentByUser: { id: elena.id },
  });
  expect(body.number).toMatch(/-[0-9A-F]{8}$/);
  expect(body.number.endsWith(made.id.slice(-8).toUpperCase())).toBe(true);
});

test('is emailed to the person who asks, and to no other address', async () => {
  const asked = await server.call('emailReceipt', { params: params() }, { token });
  expect(asked.body).toEqual({ emailAddress: elena.emailAddress });
  const email = await emailTo(elena.emailAddress, `Your receipt from ${company.name}`);
  const { body } = await receipt();
  expect(email.text).toContain(body.number);
  expect(email.text).toContain('2026 profit and loss');
  expect(email.text.replaceAll(/\s/g, '')).toContain(body.sha256!);
});

test('is not found by people who do not see the answer', async () => {
  const { given } = server;
  const stranger = await given.session(await given.account(), { roleLevel: 'BORROWER' });
  expect((await receipt(stranger)).status).toBe(404);
  const other = await given.company();
  const employee = await given.session(await given.employee(other), {
    roleLevel: 'LENDER',
    company: other,
  });
  expect((await receipt(employee)).status).toBe(404);
  const mail = await server.call('emailReceipt', { params: params() }, { token: employee });
  expect(mail.status).toBe(404);
});

test('a person who was removed from the loan gets no receipt, though they asked for one before', async () => {
  const { given } = server;
  const ruth = await given.account();
  await given.role(loan, ruth, 'BORROWER');
  const document = await given.document(loan, ruth);
  const answer = { documentId: document.id, by: ruth };
  const request = await given.element(loan, { title: 'Lease', answer });
  const sent = () =>
    server.db.write({ kind: 'company', companyId: company.id }, (tx) =>
      findSentFile(tx, {
        companyId: company.id,
        accountId: ruth.id,
        elementId: request.id,
        documentId: document.id,
      }),
    );
  expect(await sent()).toMatchObject({ title: 'Lease' });
  await server.owner.query('delete from cairn.loan_role where account_id = $1', [ruth.id]);
  expect(await sent()).toBeUndefined();
});
