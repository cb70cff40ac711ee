import { createHash, randomBytes } from 'node:crypto';
import { startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { abortStaleUploads } from './abort-uploads.ts';

const MEBIBYTE = 2 ** 20;
const PART = 8 * MEBIBYTE;
const content = randomBytes(PART + MEBIBYTE);
const parts = [content.subarray(0, PART), content.subarray(PART)];
const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex');

let server: TestServer;
let storage: WorkerStorage;
let loan: Loan;
let dana: Account;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ config: { limitFactor: 1 } });
  storage = new WorkerStorage(server.config.store);
  const company = await server.given.company();
  dana = await server.given.employee(company);
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
});
afterAll(async () => {
  storage.close();
  await server.stop();
});

interface Started {
  key: string;
  uploadId: string;
}
const start = async (size = content.length, as = token) =>
  server.call('createUpload', { body: { name: 'scan.pdf', size, loanId: loan.id } }, { token: as });
const of = ({ key, uploadId }: Started, size = content.length) => ({
  key,
  uploadId,
  size,
  loanId: loan.id,
});
const sign = (upload: Started, part: string[], as = token, size = content.length) =>
  server.call('signUploadParts', { query: { ...of(upload, size), part } }, { token: as });
const complete = (upload: Started, as = token, size = content.length) =>
  server.call('completeUpload', { body: of(upload, size) }, { token: as });
const list = (upload: Started, as = token) =>
  server.call('listUploadParts', { query: of(upload) }, { token: as });

/** Sends any bytes to the URL that was signed for a part. */
async function putPart(upload: Started, number: number, bytes: Buffer, over: object = {}) {
  const { body } = await sign(upload, [`${number}:${md5(parts[number - 1]!)}`]);
  const { url, headers } = body.parts[0]!;
  return fetch(url, {
    method: 'PUT',
    headers: { ...headers, ...over },
    body: Uint8Array.from(bytes),
  });
}
const started = async (): Promise<Started> => (await start()).body;

test('a file in parts arrives whole, is listed meanwhile, and becomes a document', async () => {
  const upload = await started();
  expect((await putPart(upload, 2, parts[1]!)).status).toBe(200);
  expect((await list(upload)).body.parts).toEqual([
    { number: 2, size: MEBIBYTE, md5: md5(parts[1]!) },
  ]);
  expect((await complete(upload)).body).toMatchObject({ code: 'UPLOAD_MISSING' });
  expect((await putPart(upload, 1, parts[0]!)).status).toBe(200);
  expect((await complete(upload)).status).toBe(200);
  // The client repeats the call after a lost reply.
  expect((await complete(upload)).status).toBe(200);
  expect(await storage.incoming.sizeOf(upload.key)).toBe(content.length);
  const storedBytes = Buffer.concat(
    (await (await storage.incoming.read(upload.key)).toArray()) as Buffer[],
  );
  expect(storedBytes.equals(content)).toBe(true);
  const created = await server.call(
    'createDocument',
    { body: { name: 'scan.pdf', key: upload.key, size: content.length, loanId: loan.id } },
    { token },
  );
  expect(created.body).toMatchObject({ virusScanState: 'PENDING', size: content.length });
  await storage.incoming.remove(upload.key);
});

describe('the address of a part', () => {
  test('takes no other bytes, length, part or upload, and copies and publishes nothing', async () => {
    const upload = await started();
    const other = await started();
    const changed = Buffer.from(parts[0]!);
    changed[0]! ^= 1;
    expect((await putPart(upload, 1, changed)).status).toBe(400);
    expect((await putPart(upload, 1, parts[1]!)).status).toBe(403);
    expect((await putPart(upload, 1, parts[0]!, { 'content-md5': '' })).status).toBe(403);
    const forged = { 'content-md5': createHash('md5').update(changed).digest('base64') };
    expect((await putPart(upload, 1, changed, forged)).status).toBe(403);
    for (const header of ['x-amz-copy-source', 'x-amz-acl']) {
      const value = header === 'x-amz-acl' ? 'public-read' : `/cairn-incoming/${other.key}`;
      expect((await putPart(upload, 1, parts[0]!, { [header]: value })).status).toBe(403);
    }
    const signed = (await sign(upload, [`1:${md5(parts[0]!)}`])).body.parts[0]!;
    for (const [name, value] of [
      ['partNumber', '2'],
      ['uploadId', other.uploadId],
    ] as const) {
      const url = new URL(signed.url);
      url.searchParams.set(name, value);
      const request = { method: 'PUT', headers: signed.headers, body: Uint8Array.from(parts[0]!) };
      expect((await fetch(url, request)).status).toBe(403);
    }
    expect((await list(upload)).body.parts).toEqual([]);
  });

  test('reaches nothing once the upload is complete or given up', async () => {
    const upload = await started();
    const { body } = await sign(upload, [`1:${md5(parts[0]!)}`]);
    const { url, headers } = body.parts[0]!;
    const again = () => fetch(url, { method: 'PUT', headers, body: Uint8Array.from(parts[0]!) });
    for (const number of [1, 2]) await putPart(upload, number, parts[number - 1]!);
    await complete(upload);
    expect((await again()).status).toBe(404);
    expect(await storage.incoming.sizeOf(upload.key)).toBe(content.length);
    await storage.incoming.remove(upload.key);

    const second = await started();
    const late = (await sign(second, [`1:${md5(parts[0]!)}`])).body.parts[0]!;
    const aborted = await server.call('abortUpload', { body: of(second) }, { token });
    expect(aborted.status).toBe(200);
    const request = { method: 'PUT', headers: late.headers, body: Uint8Array.from(parts[0]!) };
    expect((await fetch(late.url, request)).status).toBe(404);
    expect((await complete(second)).body).toMatchObject({ code: 'UPLOAD_MISSING' });
  });

  test('is signed for parts that the file has, and for nothing else', async () => {
    const upload = await started();
    for (const part of ['0:', '3:', '9999:']) {
      expect((await sign(upload, [`${part}${md5(content)}`])).status).toBe(400);
    }
    expect((await sign(upload, ['1:short'])).status).toBe(400);
  });
});

test('an upload belongs to the account that started it, with its size and its loan', async () => {
  const upload = await started();
  const colleague = await server.given.account();
  await server.given.role(loan, colleague, 'LENDER');
  const borrower = await server.given.account();
  await server.given.role(loan, borrower, 'BORROWER');
  const theirs = await server.given.session(borrower, { roleLevel: 'BORROWER' });
  const part = [`1:${md5(parts[0]!)}`];
  for (const answer of [
    await sign(upload, part, theirs),
    await list(upload, theirs),
    await complete(upload, theirs),
    await sign(upload, part, token, content.length + 1),
    await complete(upload, token, content.length + 1),
    await sign({ ...upload, key: (await started()).key.slice(0, -1) }, part),
    await complete({ ...upload, uploadId: 'none' }),
  ]) {
    expect([answer.status, answer.body]).toMatchObject([409, { code: 'UPLOAD_MISSING' }]);
  }
});

test('the whole size counts against the quota when an upload starts, and giving up gives none back', async () => {
  await server.owner.query(
    `insert into cairn.upload_quota values (current_date, $1, 1, $2)
     on conflict (day, holder) do update set bytes = excluded.bytes`,
    [dana.id, 10 * 2 ** 30 - 150 * MEBIBYTE],
  );
  const { body: upload } = await start(100 * MEBIBYTE);
  const abortReply = await server.call(
    'abortUpload',
    { body: of(upload, 100 * MEBIBYTE) },
    { token },
  );
  expect(abortReply.status).toBe(200);
  expect((await start(100 * MEBIBYTE)).body).toMatchObject({ code: 'UPLOAD_QUOTA' });
  expect((await start(MEBIBYTE)).body).toMatchObject({ code: 'FILE_TOO_SMALL' });
});

test('the parts of an upload that was not finished are deleted by the worker', async () => {
  await server.owner.query('delete from cairn.upload_quota');
  const upload = await started();
  await putPart(upload, 1, parts[0]!);
  const [prefix] = upload.key.split('.');
  expect(await abortStaleUploads(storage.incoming, undefined, prefix)).toBe(0);
  expect(await abortStaleUploads(storage.incoming, new Date(Date.now() + 60_000), prefix)).toBe(1);
  expect((await list(upload)).body).toMatchObject({ code: 'UPLOAD_MISSING' });
});
