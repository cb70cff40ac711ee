import { createHash, randomUUID } from 'node:crypto';
import { EICAR, startTestServer, type Account, type Loan, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Bucket, WorkerStorage } from '../../platform/object-storage.ts';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { moveToVault } from './move-to-vault.ts';

let server: TestServer;
let storage: WorkerStorage;
let legacy: Bucket;
let dana: Account;
let token: string;
let loan: Loan;

beforeAll(async () => {
  server = await startTestServer();
  const { store } = server.config;
  storage = new WorkerStorage(store);
  legacy = new Bucket(store, process.env['S3_BUCKET']!, {
    accessKeyId: process.env['S3_ACCESS_KEY_ID']!,
    secretAccessKey: process.env['S3_SECRET_ACCESS_KEY']!,
  });
  const company = await server.given.company();
  dana = await server.given.employee(company);
  token = await server.given.session(dana, { roleLevel: 'LENDER', company });
  loan = await server.given.loan(await server.given.phase(company));
});
afterAll(async () => {
  storage.close();
  legacy.close();
  await server.stop();
});

const digest = (content: string) => createHash('sha256').update(content).digest();

/** A document of a version without a vault: scanned or not, in the single bucket. */
async function before(content: string, state: string, sha256 = digest(content)) {
  const objectKey = `test/${randomUUID()}`;
  const size = content.length;
  await sendInParts(legacy, { key: objectKey, size, bytes: async () => Buffer.from(content) });
  const { id } = await server.given.document(loan, dana, {
    ...{ name: 'a.txt', objectKey, size, state, sha256 },
  });
  await server.owner.query('update cairn.document set vault_key = null where id = $1', [id]);
  return id;
}

const move = () =>
  moveToVault({
    db: server.db,
    owner: server.owner,
    legacy,
    vault: storage.vault,
    clamd: server.config.clamd,
    log: { error: () => {} },
  });
const download = (id: string) => server.follow(`/api/v1/documents/${id}/download`, { token });

test('documents from before are verified, scanned where they were not, moved once, and served', async () => {
  const clean = await before('scanned long ago', 'CLEAN');
  const changed = await before('changed since!', 'CLEAN', digest('as it was then'));
  const waiting = await before('not scanned yet', 'PENDING');
  const infected = await before(EICAR, 'ERROR');
  const missing = await server.given.document(loan, dana, { state: 'PENDING' });
  for (const id of [clean, changed, waiting, infected])
    expect((await download(id)).status).toBe(409);

  expect(await move()).toEqual({ moved: 1, scanned: 2, damaged: 1, missing: 1 });
  expect((await download(clean)).bytes.toString()).toBe('scanned long ago');
  expect((await download(waiting)).bytes.toString()).toBe('not scanned yet');
  for (const id of [changed, infected, missing.id]) expect((await download(id)).status).toBe(409);
  const { rows } = await server.owner.query(
    'select virus_scan_state as state, scan_reason as reason from cairn.document where id = any($1) order by 1',
    [[changed, infected]],
  );
  expect(rows).toEqual([
    { state: 'ERROR', reason: 'DAMAGED' },
    { state: 'INFECTED', reason: 'VIRUS' },
  ]);

  // A second run considers only what waits in incoming for its scan.
  expect(await move()).toEqual({ moved: 0, scanned: 0, damaged: 0, missing: 1 });
});
