/** Which concurrent changes make a lender's decision fail with a conflict. */
import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let officer: Account;
let token: string;
let loan: Loan;
let borrower: Account;
let borrowerToken: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  const company = await given.company();
  officer = await given.employee(company);
  token = await given.session(officer, { roleLevel: 'LENDER', company });
  loan = await given.loan(await given.phase(company));
  await given.role(loan, officer, 'LENDER');
  borrower = await given.account();
  await given.role(loan, borrower, 'BORROWER');
  borrowerToken = await given.session(borrower, { roleLevel: 'BORROWER' });
});
afterAll(() => server.stop());

const answeredElement = async () => {
  const file = await server.given.document(loan, borrower);
  return server.given.element(loan, { answer: { documentId: file.id, by: borrower } });
};
/** The lender saves new bytes, which are scanned as clean. */
async function saveByLender(documentId: string) {
  const content = Buffer.from('Other words than those that were read.');
  const query = { name: 'return.txt', size: content.length, loanId: loan.id };
  const signed = (await server.call('getUploadUrl', { query }, { token })).body;
  const { headers } = signed;
  await fetch(signed.uploadUrl, { method: 'PUT', headers, body: new Uint8Array(content) });
  const body = { key: signed.key, size: content.length, version: 1, name: 'return.txt' };
  const answer = await server.call('saveDocument', { params: { id: documentId }, body }, { token });
  await server.owner.query(
    `update cairn.document set virus_scan_state = 'CLEAN', vault_key = object_key, sha256 = $2
     where id = $1`,
    [documentId, Buffer.alloc(32)],
  );
  return answer;
}
const change = (id: string, body: object) =>
  server.call('updateFormElement', { params: { id }, body }, { token });
const answer = (id: string, body: object) =>
  server.call('answerFormElement', { params: { id }, body }, { token: borrowerToken });

describe('a decision compares with what it is about', () => {
  const read = async (id: string) => (await change(id, { assignedToUserId: null })).body.version;

  test('ignores changes of assignee and due date', async () => {
    const element = await answeredElement();
    await change(element.id, { title: 'Its words' });
    const version = await read(element.id);
    await change(element.id, { assignedToUserId: borrower.id });
    expect((await change(element.id, { dueDate: '2031-02-03' })).body.version).toBe(version + 2);
    // A version change as when an invited person joins or the request is released.
    await server.owner.query('update cairn.element set version = version + 1 where id = $1', [
      element.id,
    ]);
    expect((await change(element.id, { approved: true, version })).status).toBe(200);
  });

  test('with the answer, the decision and the words', async () => {
    for (const between of [
      async (id: string) => {
        const next = await server.given.document(loan, borrower);
        return answer(id, { documentId: next.id });
      },
      (id: string) => change(id, { rejectedByUserId: officer.id, rejectionReason: 'Not signed.' }),
      (id: string) => change(id, { title: 'Another document' }),
    ]) {
      const element = await answeredElement();
      await change(element.id, { title: 'Its words' });
      const version = await read(element.id);
      expect((await between(element.id)).status).toBe(200);
      const late = await change(element.id, { approved: true, version });
      expect([late.status, late.body]).toMatchObject([409, { code: 'CONFLICT' }]);
    }
  });

  test('with the bytes that a colleague saved over an answer without a decision', async () => {
    const file = await server.given.document(loan, borrower);
    const element = await server.given.element(loan, {
      answer: { documentId: file.id, by: borrower },
    });
    await change(element.id, { title: 'Its words' });
    const version = await read(element.id);
    expect((await saveByLender(file.id)).status).toBe(200);
    const late = await change(element.id, { approved: true, version });
    expect([late.status, late.body]).toMatchObject([409, { code: 'CONFLICT' }]);
    const now = await change(element.id, { approved: true, version: version + 1 });
    expect(now.status).toBe(200);
  });

  test('and every other change with the version at hand', async () => {
    const element = await answeredElement();
    await change(element.id, { title: 'Its words' });
    const version = await read(element.id);
    await change(element.id, { dueDate: '2031-02-03' });
    const late = await change(element.id, { approved: true, title: 'Mine', version });
    expect([late.status, late.body]).toMatchObject([409, { code: 'CONFLICT' }]);
    const unseen = await change(element.id, { approved: true, version: version + 9 });
    expect(unseen.status).toBe(409);
  });
});
