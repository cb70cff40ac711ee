import {
  startTestServer,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let company: Company;
let dana: Account;
let loan: Loan;
let lender: string;
let contact: Account;
let token: string;

beforeAll(async () => {
  server = await startTestServer();
  const { given } = server;
  company = await given.company();
  dana = await given.employee(company);
  lender = await given.session(dana, { roleLevel: 'LENDER', company });
  loan = await given.loan(await given.phase(company));
  await given.role(loan, dana, 'LENDER');
  contact = await given.account();
  await given.role(loan, contact, 'KEY_CONTACT');
  token = await given.session(contact, { roleLevel: 'CONTACT' });
});
afterAll(() => server.stop());

const CONTENT = 'the lease';
const about = { name: 'lease.pdf', size: CONTENT.length };

const askFor = (formElementId?: string) =>
  server.call(
    'getUploadUrl',
    { query: { ...about, loanId: loan.id, ...(formElementId && { formElementId }) } },
    { token },
  );
const create = (key: string, formElementId?: string) =>
  server.call(
    'createDocument',
    { body: { ...about, key, loanId: loan.id, ...(formElementId && { formElementId }) } },
    { token },
  );
async function upload(formElementId?: string): Promise<string> {
  const { body, status } = await askFor(formElementId);
  expect(status).toBe(200);
  await fetch(body.uploadUrl, { method: 'PUT', headers: body.headers, body: CONTENT });
  return body.key;
}

describe('a key contact', () => {
  test('names file, request and loan for an address, and is refused one without a name or for another loan [R333]', async () => {
    const request = await server.given.element(loan, { assignedTo: contact });
    const query = { ...about, provider: 'S3' as const, loanId: loan.id, formElementId: request.id };
    expect((await server.call('getUploadUrl', { query }, { token })).body.provider).toBe('S3');
    const { name: _, ...unnamed } = query;
    const without = await server.call('getUploadUrl', { query: unnamed as never }, { token });
    expect(without.body).toMatchObject({ fieldErrors: { name: expect.any(String) } });
    const unknown = { ...query, provider: 'FTP' as never };
    expect((await server.call('getUploadUrl', { query: unknown }, { token })).status).toBe(400);
    const elsewhere = await server.given.loan(await server.given.phase(company));
    const other = { ...query, loanId: elsewhere.id };
    expect((await server.call('getUploadUrl', { query: other }, { token })).status).toBe(404);
  });

  test('brings the file that was asked of them, and answers with it', async () => {
    const element = await server.given.element(loan, { assignedTo: contact });
    const reply = await create(await upload(element.id), element.id);
    expect(reply.status).toBe(200);
    const answer = await server.call(
      'answerElement',
      { body: { loanId: loan.id, elementId: element.id, documentId: reply.body.id } },
      { token },
    );
    expect(answer.status).toBe(200);
  });

  test('cannot upload for a request that is assigned to another person, or to none', async () => {
    const key = await upload();
    for (const assignedTo of [dana, undefined]) {
      const other = await server.given.element(loan, { ...(assignedTo && { assignedTo }) });
      expect((await askFor(other.id)).status).toBe(404);
      expect((await create(key, other.id)).status).toBe(404);
    }
    const { rowCount } = await server.owner.query(
      'select from cairn.document where object_key = $1',
      [key],
    );
    expect(rowCount).toBe(0);
  });

  test('brings a file for nothing in particular, which the lender sees', async () => {
    const created = await create(await upload());
    expect(created.status).toBe(200);
    const request = { params: { id: created.body.id } };
    const opened = await server.call('getDocumentWithDownloadUrl', request, { token: lender });
    expect(opened.status).toBe(200);
  });

  test('brings none into a folder, nor for a request of another loan', async () => {
    const folder = await server.given.element(loan, { storageType: 'FOLDER' });
    expect((await askFor(folder.id)).status).toBe(403);
    const elsewhere = await server.given.loan(await server.given.phase(company));
    await server.given.role(elsewhere, contact, 'KEY_CONTACT');
    const theirs = await server.given.element(elsewhere, { assignedTo: contact });
    expect((await askFor(theirs.id)).status).toBe(404);
  });
});

test('no one can upload a file to a folder', async () => {
  const folder = await server.given.element(loan, { storageType: 'FOLDER' });
  const query = { ...about, loanId: loan.id, formElementId: folder.id };
  const answer = await server.call('getUploadUrl', { query }, { token: lender });
  expect(answer.body).toMatchObject({ code: 'NOTHING_TO_ANSWER' });
});

describe('a document that is read', () => {
  const entries = async (of: string) =>
    (
      await server.owner.query<{ kind: string; actor_id: string; loan_id: string }>(
        `select kind, actor_id, loan_id from cairn.audit_entry
         where detail ->> 'documentId' = $1 order by position`,
        [of],
      )
    ).rows;
  const withUrl = (id: string) =>
    server.call('getDocumentWithDownloadUrl', { params: { id } }, { token: lender });

  test('leaves an entry in the loan’s chain before it is handed out, each time', async () => {
    const { id } = await server.given.document(loan, dana);
    await withUrl(id);
    await withUrl(id);
    const entry = { kind: 'document.read', actor_id: dana.id, loan_id: loan.id };
    expect(await entries(id)).toEqual([entry, entry]);
  });

  test('is not handed out where the entry cannot be written', async () => {
    const { id } = await server.given.document(loan, dana);
    await server.owner.query('revoke execute on function app.record from cairn_app');
    const answer = await withUrl(id);
    await server.owner.query('grant execute on function app.record to cairn_app');
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain('http');
  });

  test('leaves none where nothing was handed out', async () => {
    const { id } = await server.given.document(loan, dana, { state: 'PENDING' });
    expect((await withUrl(id)).body.downloadUrl).toBeNull();
    await server.call('downloadDocument', { params: { id } }, { token: lender });
    expect(await entries(id)).toEqual([]);
    const hidden = await server.given.document(loan, dana);
    const request = { params: { id: hidden.id } };
    expect((await server.call('getDocumentWithDownloadUrl', request, { token })).status).toBe(404);
    expect(await entries(hidden.id)).toEqual([]);
  });
});
