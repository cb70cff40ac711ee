import { createHash, randomUUID } from 'node:crypto';
import { startTestServer, type TestServer } from '@cairn/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WorkerStorage } from '../../platform/object-storage.ts';
import { sendInParts } from '../../platform/multipart-upload.ts';
import { reapVault } from './reaper-store.ts';
import { vaultKey } from './scan-document.ts';

let server: TestServer;
let storage: WorkerStorage;
beforeAll(async () => {
  server = await startTestServer();
  storage = new WorkerStorage(server.config.store);
});
afterAll(async () => {
  storage.close();
  await server.stop();
});

const putObject = (key: string) =>
  sendInParts(storage.vault, { key, size: 1, bytes: async () => Buffer.from('x') });
const isThere = async (key: string) => (await storage.vault.sizeOf(key)) === 1;

test('an object that no row names is removed after a while; named, foreign and new ones stay', async () => {
  const { given } = server;
  const company = await given.company();
  const loan = await given.loan(await given.phase(company));
  const { id } = await given.document(loan, await given.account());
  const sha256 = createHash('sha256').update('x').digest();
  const namedKey = vaultKey({ companyId: company.id, documentId: id, version: 1 }, sha256);
  const scannedTwice = vaultKey(
    { companyId: company.id, documentId: id, version: 1 },
    Buffer.alloc(32),
  );
  const [prefix] = namedKey.split('/');
  const neverSaved = `${prefix}/${company.id}/document/${randomUUID()}.1.${'0'.repeat(64)}`;
  const expired = `${prefix}/${company.id}/package/${randomUUID()}`;
  const elsewhere = `${prefix}/${randomUUID()}/document/${randomUUID()}.1.${'0'.repeat(64)}`;
  for (const key of [namedKey, scannedTwice, neverSaved, expired, elsewhere]) await putObject(key);
  await server.owner.query('update cairn.document set vault_key = $1 where id = $2', [
    namedKey,
    id,
  ]);

  const deps = { db: server.db, vault: storage.vault };
  expect(await reapVault(deps, prefix!)).toBe(0);
  expect(await reapVault(deps, prefix!, new Date(Date.now() + 60_000))).toBe(3);
  expect(await Promise.all([namedKey, elsewhere].map(isThere))).toEqual([true, true]);
  expect(await Promise.all([scannedTwice, neverSaved, expired].map(isThere))).toEqual([
    false,
    false,
    false,
  ]);
  await storage.vault.remove(elsewhere);
  await storage.vault.remove(namedKey);
});
