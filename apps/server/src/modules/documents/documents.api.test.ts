import { createHash, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import {
  EICAR,
  startTestServer,
  startTestWorker,
  until,
  type Account,
  type Company,
  type Loan,
  type TestServer,
} from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { onePagePdf } from '../../../../../tools/database/one-page-pdf.ts';

let server: TestServer;
let worker: { stop(): Promise<void> };
let company: Company;
let dana: Account;
let token: string;
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  worker = await startTestWorker(server);
  company = await server.given.company();
  dana = await server.given.employee(company);
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
});
afterAll(async () => {
  await worker.stop();
  await server.stop();
});

async function putFile(content: Buffer, name = 'return.txt') {
  const { body } = await server.call(
    'getUploadUrl',
    { query: { name, size: content.length, loanId: loan.id } },
    { token },
  );
  const answer = await fetch(body.uploadUrl, {
    method: 'PUT',
    headers: body.headers,
    body: new Uint8Array(content),
  });
  expect(answer.status).toBe(200);
  return body;
}

const create = (key: string, size: number, over: object = {}, headers = {}) =>
  server.call(
    'createDocument',
    { body: { name: 'return.txt', key, size, loanId: loan.id, ...over } },
    { token, headers },
  );

const withUrl = (id: string) =>
  server.call('getDocumentWithDownloadUrl', { params: { id } }, { token });
const settled = (id: string) =>
  until(async () => {
    const { body } = await withUrl(id);
    return body.virusScanState !== 'PENDING' && body;
  });

describe('an uploaded file', () => {
  test('is checked before anyone gets it, keeps its sums, and is served as an attachment [R239]', async () => {
    const content = Buffer.from(`a tax return ${randomUUID()}`);
    const { key } = await putFile(content);
    const created = await create(key, content.length);
    expect(created.status).toBe(200);
    expect(created.body.virusScanState).toBe('PENDING');

    const { downloadUrl, virusScanState } = await settled(created.body.id);
    expect(virusScanState).toBe('CLEAN');
    const served = await server.follow(downloadUrl, { token });
    expect(served.bytes).toEqual(content);
    expect(served.headers).toMatchObject({
      'content-disposition': expect.stringMatching(/^attachment; filename=return\.txt$/),
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    const { rows } = await server.owner.query(
      'select sha256, crc32::int8 from cairn.document where id = $1',
      [created.body.id],
    );
    expect(rows[0]).toEqual({
      sha256: createHash('sha256').update(content).digest(),
      crc32: String(crc32(content)),
    });
    const kinds = await server.owner.query(
      `select kind from cairn.event where input ->> 'documentId' = $1 or kind = 'document.scanned'
       order by id`,
      [created.body.id],
    );
    expect(kinds.rows.map((row: { kind: string }) => row.kind)).toEqual([
      'document.uploaded',
      'document.scanned',
    ]);
  });

  test.each(['budget.xlsx', 'deed.pdf'])(
    '%s goes to S3, also where SHAREPOINT is asked for; its address is a path of ours, without a port [R130] [R235] [R236]',
    async (name) => {
      const content = Buffer.from('name,amount\n');
      const { body } = await server.call(
        'getUploadUrl',
        { query: { name, size: content.length, loanId: loan.id, provider: 'SHAREPOINT' } },
        { token },
      );
      expect(body.provider).toBe('S3');
      expect(new URL(body.uploadUrl).origin).toBe(new URL(process.env['S3_ENDPOINT']!).origin);
      const { key } = await putFile(content);
      const created = await create(key, content.length, { provider: 'SHAREPOINT' });
      expect(created.body.provider).toBe('S3');
      const { downloadUrl } = await settled(created.body.id);
      expect(downloadUrl).toMatch(/^\/api\/v1\/documents\//);
    },
  );

  test('that carries a virus is blocked and never served [R128]', async () => {
    const content = Buffer.from(EICAR);
    const { key } = await putFile(content);
    const { body } = await create(key, content.length);
    const { virusScanState, downloadUrl } = await settled(body.id);
    expect(virusScanState).toBe('INFECTED');
    expect(downloadUrl).toBeNull();
    const direct = await server.call('downloadDocument', { params: { id: body.id } }, { token });
    expect(direct.status).toBe(409);
    expect(direct.body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
    expect(direct.text).not.toContain('EICAR');
  });

  test.each(['PENDING', 'ERROR', 'INFECTED'])('is not served while %s [R128]', async (state) => {
    // All other conditions hold: its bytes are in the vault, and their digest is known.
    const content = Buffer.from(`a return ${randomUUID()}`);
    const { body: document } = await create((await putFile(content)).key, content.length);
    expect((await settled(document.id)).downloadUrl).not.toBeNull();
    await server.owner.query('update cairn.document set virus_scan_state = $2 where id = $1', [
      document.id,
      state,
    ]);
    expect((await withUrl(document.id)).body.downloadUrl).toBeNull();
    const direct = await server.call(
      'downloadDocument',
      { params: { id: document.id } },
      { token },
    );
    expect(direct.status).toBe(409);
    expect(direct.body).toMatchObject({ code: 'FILE_NOT_CLEAN' });
  });

  test('has an id, a name, an address, a provider, a scan state, a day of change and a size [R127]', async () => {
    const before = Date.now();
    const content = Buffer.from(`a lease ${randomUUID()}`);
    const { key } = await putFile(content, 'lease.txt');
    const { body } = await create(key, content.length, { name: 'lease.txt' });
    const opened = await settled(body.id);
    expect(opened).toMatchObject({
      id: body.id,
      name: 'lease.txt',
      downloadUrl: expect.stringContaining(body.id) as string,
      provider: 'S3',
      virusScanState: 'CLEAN',
      size: content.length,
    });
    expect(Date.parse(opened.lastModifiedDate)).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(opened.lastModifiedDate)).toBeLessThanOrEqual(Date.now() + 1000);
  });

  test('is downloaded as the bytes that were sent [R131]', async () => {
    const content = onePagePdf('Lease', [randomUUID()]);
    const { key } = await putFile(content, 'lease.pdf');
    const { body } = await create(key, content.length, { name: 'lease.pdf' });
    expect((await settled(body.id)).virusScanState).toBe('CLEAN');
    const served = await server.follow(`/api/v1/documents/${body.id}/download`, { token });
    expect(served.status).toBe(200);
    expect(served.headers['content-type']).toBe('application/octet-stream');
    expect(served.bytes.equals(content)).toBe(true);
  });

  test('is one document, however often it is reported', async () => {
    const content = Buffer.from(`once ${randomUUID()}`);
    const { key } = await putFile(content);
    const answers = await Promise.all([1, 2, 3].map(() => create(key, content.length)));
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([
      200, 409, 409,
    ]);
    const headers = { 'idempotency-key': randomUUID() };
    const other = await putFile(Buffer.from('twice'));
    const first = await create(other.key, 5, {}, headers);
    const again = await create(other.key, 5, {}, headers);
    expect(again.text).toBe(first.text);
  });
});

describe('an upload address', () => {
  const ask = (query: { name: string; size: number }) =>
    server.call('getUploadUrl', { query: { ...query, loanId: loan.id } }, { token });

  test('takes exactly one file of exactly the size it was asked for', async () => {
    const { body } = await ask({ name: 'a.pdf', size: 4 });
    const send = (content: string, headers = body.headers, url = body.uploadUrl) =>
      fetch(url, { method: 'PUT', headers, body: content }).then((answer) => answer.status);
    expect(await send('12345')).toBe(403);
    expect(await send('1234', { ...body.headers, 'content-type': 'text/html' })).toBe(403);
    const { 'if-none-match': _, ...without } = body.headers;
    expect(await send('1234', without)).toBe(403);
    const elsewhere = body.uploadUrl.replace(body.key, `${body.key}x`);
    expect(await send('1234', body.headers, elsewhere)).toBe(403);
    expect((await fetch(body.uploadUrl)).status).toBe(403);
    expect(await send('1234')).toBe(200);
    expect(await send('5678')).toBe(412);
  });

  test('is refused for an empty file, in the specified words [R241]', async () => {
    const { status, headers } = await ask({ name: 'empty.pdf', size: 0 });
    expect(status).toBe(400);
    expect(decodeURIComponent(String(headers['messages']))).toBe(
      'File is empty or folder has not be unzipped.  Please check file or unzip folder prior to uploading file',
    );
  });

  test('is refused for a program, in the specified words [R243]', async () => {
    const { status, headers } = await ask({ name: 'invoice.pdf.EXE', size: 10 });
    expect(status).toBe(400);
    expect(decodeURIComponent(String(headers['messages']))).toBe(
      'Invalid file type.  Please upload a valid file type.',
    );
  });

  test('is refused above 250 MB', async () => {
    expect((await ask({ name: 'a.pdf', size: 250 * 1024 * 1024 })).status).toBe(200);
    expect((await ask({ name: 'a.pdf', size: 250 * 1024 * 1024 + 1 })).status).toBe(400);
  });
});

describe('a key', () => {
  test('issued to another user, for another loan or another size makes no document', async () => {
    const { key } = await putFile(Buffer.from('mine'));
    const colleague = await server.given.session(await server.given.employee(company), {
      roleLevel: 'LENDER',
      company,
    });
    const otherLoan = await server.given.loan(await server.given.phase(company));
    const body = { name: 'x.pdf', key, size: 4, loanId: loan.id };
    const theirs = await server.call('createDocument', { body }, { token: colleague });
    const elsewhere = await create(key, 4, { loanId: otherLoan.id });
    const larger = await create(key, 5);
    const madeUp = await create(`${key}x`, 4);
    for (const answer of [theirs, elsewhere, larger, madeUp]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'UPLOAD_MISSING' });
    }
    expect((await create(key, 4)).status).toBe(200);
  });

  test('of a file that never arrived makes no document', async () => {
    const { body } = await server.call(
      'getUploadUrl',
      { query: { name: 'a.pdf', size: 4, loanId: loan.id } },
      { token },
    );
    expect((await create(body.key, 4)).body).toMatchObject({ code: 'UPLOAD_MISSING' });
  });
});

test('a file name cannot add a header to the download', async () => {
  const content = Buffer.from('named');
  const name = 'a"\r\nSet-Cookie: x=1; ü 報告.txt';
  const { key } = await putFile(content);
  const { body } = await create(key, content.length, { name });
  await settled(body.id);
  const direct = await server.call('downloadDocument', { params: { id: body.id } }, { token });
  expect(direct.status).toBe(200);
  expect(direct.headers['set-cookie']).toBeUndefined();
  const disposition = String(direct.headers['content-disposition']);
  expect(disposition).not.toMatch(/[\r\n]/);
  expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1]!)).toBe(name);
});
