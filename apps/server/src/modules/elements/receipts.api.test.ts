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
  // Neither is the officer whom borrowers see: a lender of another company, and an employee with a closed account.
  const formerEmployee = await given.employee(company, { givenName: 'Gone' });
  await given.role(loan, await given.account({ givenName: 'Outside' }), 'LENDER');
  await given.role(loan, formerEmployee, 'LENDER');
  await server.owner.query('update cairn.account set closed_at = now() where id = $1', [
    formerEmployee.id,
  ]);
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
  const { body: document } = await server.call(
    'createDocument',
    { body: { ...place, key } },
    { token },
  );
  const answer = { elementId, loanId: loan.id, documentId: document.id };
  const reply = await server.call('answerElement', { body: answer }, { token });
  expect(reply.status).toBe(200);
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
    sentDate: reply.body.answer!.answeredDate,
    sentByUser: { id: elena.id },
  });
  expect(body.number).toMatch(/-[0-9A-F]{8}$/);
  expect(body.number.endsWith(document.id.slice(-8).toUpperCase())).toBe(true);
});

test('is handed out as a page with a signed statement, to those who see the answer, once the file was scanned', async () => {
  const path = `/api/v1/loans/${loan.id}/answers/${elementId}/receipt/signed`;
  const { status, bytes, headers } = await server.follow(path, { token });
  expect(status).toBe(200);
  expect(headers['content-disposition']).toMatch(/^attachment; filename="Receipt .*\.html"/);
  const signedText = /id="signed">([^<]*)</.exec(bytes.toString())![1]!;
  const { text } = JSON.parse(signedText) as { text: string };
  expect(JSON.parse(text)).toMatchObject({
    format: 'cairn-receipt-1',
    lender: company.name,
    fileName: 'p&l.txt',
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  const stranger = await server.given.account();
  const other = await server.given.session(stranger, { roleLevel: 'BORROWER' });
  expect((await server.follow(path, { token: other })).status).toBe(404);
  const waiting = await server.given.document(loan, elena, { state: 'PENDING' });
  const answer = { documentId: waiting.id, by: elena };
  const request = await server.given.element(loan, { title: 'Lease', answer });
  const early = await server.call(
    'downloadReceipt',
    { params: { id: loan.id, elementId: request.id } },
    { token },
  );
  expect(early.body).toMatchObject({ code: 'NOTHING_TO_DOWNLOAD' });
});

test('is emailed to the person who asks, and to no other address', async () => {
  const reply = await server.call('emailReceipt', { params: params() }, { token });
  expect(reply.body).toEqual({ emailAddress: elena.emailAddress });
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
  const readSentFile = () =>
    server.db.write({ kind: 'company', companyId: company.id }, (tx) =>
      findSentFile(tx, {
        companyId: company.id,
        accountId: ruth.id,
        elementId: request.id,
        documentId: document.id,
      }),
    );
  expect(await readSentFile()).toMatchObject({ title: 'Lease' });
  await server.owner.query('delete from cairn.loan_role where account_id = $1', [ruth.id]);
  expect(await readSentFile()).toBeUndefined();
});

test('is of the bytes that the lender has: a save changes its number, fingerprint, time and sender together', async () => {
  const { given } = server;
  const dana = await given.employee(company, { givenName: 'Dana', familyName: 'Whitfield' });
  await given.role(loan, dana, 'LENDER');
  const document = await given.document(loan, elena);
  const answer = { documentId: document.id, by: elena };
  const request = await given.element(loan, { title: 'Debt schedule', answer });
  const november = '2026-11-01T12:00:00.000Z';
  const update = (sql: string, ...values: unknown[]) => server.owner.query(sql, values);
  await update('update cairn.element set answered_at = $2 where id = $1', request.id, november);
  const at = { id: loan.id, elementId: request.id };
  const read = async () => (await server.call('getReceipt', { params: at }, { token })).body;
  const signed = async () => {
    const path = `/api/v1/loans/${loan.id}/answers/${request.id}/receipt/signed`;
    const { bytes } = await server.follow(path, { token });
    const signedText = /id="signed">([^<]*)</.exec(bytes.toString())![1]!;
    return JSON.parse((JSON.parse(signedText) as { text: string }).text) as Record<string, string>;
  };
  expect(await read()).toMatchObject({ sentDate: november, sentByUser: { id: elena.id } });
  expect(await signed()).toMatchObject({ sentAt: november });
  const { number } = (await read()) as { number: string };

  const later = '2026-11-16T12:00:00.000Z';
  const save = `update cairn.document set version = version + 1, sha256 = $2, written_by = $3, written_at = $4
    where id = $1`;
  const bytes = createHash('sha256').update('other bytes').digest();
  await update(save, document.id, bytes, dana.id, later);
  const sha256 = bytes.toString('hex');
  expect(await read()).toMatchObject({ sha256, sentDate: later, sentByUser: { id: dana.id } });
  expect(await signed()).toMatchObject({ sha256, sentAt: later, sentBy: 'Dana Whitfield' });
  expect((await read()).number).toBe(`${number}-2`);
  const emailed = await server.db.write({ kind: 'company', companyId: company.id }, (tx) =>
    findSentFile(tx, {
      companyId: company.id,
      accountId: elena.id,
      elementId: request.id,
      documentId: document.id,
    }),
  );
  expect(emailed).toMatchObject({ sent_at: later, version: 2 });
});

test('a draft was not handed in, and has none', async () => {
  const { id: documentId } = await server.given.document(loan, elena);
  const request = await server.given.element(loan, { title: 'Business plan' });
  const body = { elementId: request.id, loanId: loan.id, documentId };
  const at = { params: { id: loan.id, elementId: request.id } };
  for (const draft of [{ inProgress: true }, { submit: false }]) {
    const reply = await server.call('answerElement', { body: { ...body, ...draft } }, { token });
    expect(reply.status).toBe(200);
    for (const call of ['getReceipt', 'downloadReceipt', 'emailReceipt'] as const) {
      expect((await server.call(call, at, { token })).body, call).toMatchObject({
        code: 'NO_ANSWER',
      });
    }
  }
  await server.call('answerElement', { body }, { token });
  expect((await server.call('getReceipt', at, { token })).status).toBe(200);
});
