/** Decision 0102: documents that the worker makes, with the real converter and scanner. */
import { randomUUID } from 'node:crypto';
import {
  heicPhoto,
  makeLoanWithMembers,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';
import { pictureIn } from '../../platform/images.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let server: TestServer;
let worker: { stop(): Promise<void> };
let loan: Loan;
let elena: Account;
let borrower: string;
let lender: string;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server, undefined, { queues: server.config.engine.queues });
  ({ loan, lender, elena, borrower } = await makeLoanWithMembers(server));
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function upload(name: string, content: Buffer, token = borrower): Promise<string> {
  const query = { name, size: content.length, loanId: loan.id };
  const signed = (await server.call('getUploadUrl', { query }, { token })).body;
  await fetch(signed.uploadUrl, {
    method: 'PUT',
    headers: signed.headers,
    body: new Uint8Array(content),
  });
  const body = { ...query, key: signed.key };
  const created = await server.call('createDocument', { body }, { token });
  expect(created.status).toBe(200);
  await clean(created.body.id, token);
  return created.body.id;
}

const open = async (id: string, token: string) =>
  (await server.call('getDocumentWithDownloadUrl', { params: { id } }, { token })).body;
const clean = (id: string, token: string) =>
  until(async () => {
    const body = await open(id, token);
    return body.virusScanState !== 'PENDING' && body;
  });
async function read(id: string, token: string): Promise<Buffer> {
  const { rawPayload } = await server.app.inject({
    url: `/api/v1/documents/${id}/download`,
    headers: { cookie: `cairn-session=${token}` },
  });
  return rawPayload;
}

describe('a HEIC photo', () => {
  test('is converted to JPEG through a server call, and the original stays [R237]', async () => {
    const photo = heicPhoto(['Harborview Bagel']);
    const id = await upload('counter.heic', photo);
    const convert = () =>
      server.call('convertImage', { body: { documentId: id } }, { token: borrower });
    const created = await convert();
    expect(created.body).toMatchObject({ name: 'counter.jpg', loanId: loan.id });
    expect(await clean(created.body.id, borrower)).toMatchObject({ virusScanState: 'CLEAN' });
    const jpeg = await read(created.body.id, borrower);
    expect(pictureIn(jpeg)).toEqual({ type: 'image/jpeg', width: 1275, height: 1650 });
    expect((await read(id, borrower)).equals(photo)).toBe(true);
    // A second request returns the same document.
    expect((await convert()).body.id).toBe(created.body.id);
  });

  test('is refused where it is none, and where the caller does not see it', async () => {
    const id = await upload('lease.pdf', onePagePdf('Lease', [randomUUID()]), lender);
    const asLender = await server.call(
      'convertImage',
      { body: { documentId: id } },
      { token: lender },
    );
    expect(asLender.body).toMatchObject({ code: 'FILE_INVALID_TYPE' });
    const asBorrower = await server.call(
      'convertImage',
      { body: { documentId: id } },
      { token: borrower },
    );
    expect(asBorrower.status).toBe(404);
  });
});

test.each(['DOCX', 'XLSX', 'PPTX'] as const)(
  'newdoc creates an empty office document that opens: %s [R132]',
  async (type) => {
    const title = `Credit memo ${type}`;
    const created = await server.call(
      'createOfficeDocument',
      { body: { loanId: loan.id, title, type } },
      { token: lender },
    );
    expect(created.status).toBe(200);
    expect(created.body).toMatchObject({
      title,
      hidden: true,
      answer: { document: { name: `${title}.${type.toLowerCase()}` } },
    });
    const documentId = created.body.answer!.document!.id;
    const document = await until(async () => {
      const body = await open(documentId, lender);
      return body.contentState !== null && body.contentState !== 'PROCESSING' && body;
    }, 60_000);
    // LibreOffice converted it to one page.
    expect(document).toMatchObject({ virusScanState: 'CLEAN', pages: 1 });
    expect((await open(documentId, borrower)) as unknown).toMatchObject({ code: 'NOT_FOUND' });
    const edit = await server.call(
      'getDocumentWithEditUrl',
      { params: { id: documentId } },
      { token: lender },
    );
    expect(edit.body).toMatchObject({ version: 1, abilities: { save: true } });
    expect(edit.body.editDownloadUrl).toContain(`/v1/documents/${documentId}/download`);
  },
);

test('the longest title makes a name that still has its extension', async () => {
  const body = { loanId: loan.id, title: 'é'.repeat(255), type: 'DOCX' as const };
  const created = await server.call('createOfficeDocument', { body }, { token: lender });
  expect(created.body.answer?.document?.name).toBe(`${'é'.repeat(250)}.docx`);
});

test('an office document is the lender’s to edit, and nothing else is edited that way', async () => {
  const { given } = server;
  const edit = async (name: string, token: string) => {
    const document = await given.document(loan, elena, { name });
    await given.element(loan, { answer: { documentId: document.id, by: elena } });
    const { body } = await server.call(
      'getDocumentWithEditUrl',
      { params: { id: document.id } },
      { token },
    );
    return body as unknown;
  };
  expect(await edit('figures.xlsx', borrower)).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await edit('figures.xlsx', lender)).toMatchObject({ name: 'figures.xlsx' });
  expect(await edit('lease.pdf', lender)).toMatchObject({ code: 'FILE_INVALID_TYPE' });
});
