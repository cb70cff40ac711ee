/**
 * GET writes nothing: makes every GET of the contract, as every kind of caller at every scope, and compares the rows
 * that Postgres counts as written in each table before and after. Documents are read by GET and each read is audited
 * (docs/decisions/0015), so the audit log may grow by those entries, for those calls only. For an export (0035) that
 * is where its URL was issued.
 */
import { randomUUID } from 'node:crypto';
import { contract, type Endpoint } from '@cairn/contract';
import { Bucket } from '@cairn/server/platform/object-storage';
import { sendInParts } from '@cairn/server/platform/multipart-upload';
import { startTestServer, type TestServer } from '@cairn/testing';
import { readWrites } from '@cairn/testing/lenders/counters';
import { aimAt } from '@cairn/testing/matrix/aim-at';
import { AIMS, type Aimable, type Aimed } from '@cairn/testing/matrix/requests';
import { CALLERS, makeWorld, type World } from '@cairn/testing/matrix/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let world: World;

/**
 * At least the number of connections that the application or the owner keeps open: each is told to report its counts.
 */
const CONNECTIONS = 10;

beforeAll(async () => {
  server = await startTestServer({ feedRuns: false });
  const { store } = server.config;
  const vault = new Bucket(store, store.vaultBucket, store.worker);
  await sendInParts(vault, { key: ONE_BYTE, size: 1, bytes: async () => Buffer.from('x') });
  vault.close();
  world = await makeWorld(server);
});
afterAll(() => server.stop());

/** The audit entry of each call that reads several documents at once. */
const READ_AS = new Map<string, string>([
  ['getPackageUrls', 'package.read'],
  ['downloadPackage', 'package.read'],
  ['downloadJobFile', 'download.read'],
  ['getCreditReport', 'creditReport.read'],
]);
/** Tables of counters: issued upload URLs are counted, like calls. */
const COUNTS = ['upload_quota'];
const ONE_BYTE = `test/${randomUUID()}`;
const LOG = ['audit_entry', 'audit_chain', 'event'];
const gets = (Object.entries(contract) as [Aimable, Endpoint][])
  .filter(([name, { method }]) => method === 'GET' && (name as string) !== 'streamEvents')
  .map(([name, { traced = false }]) => ({ name, traced }));

/** The tables that a call writes to. */
async function writtenBy(call: () => Promise<void>): Promise<string[]> {
  const before = await readWrites(server.db, server.owner, CONNECTIONS);
  await call();
  const after = await readWrites(server.db, server.owner, CONNECTIONS);
  return [...after]
    .filter(([name, rows]) => rows !== (before.get(name) ?? 0))
    .map(([name]) => name);
}

const logged = async () =>
  (
    await server.owner.query<{ kind: string }>(
      'select kind, hash, id from cairn.audit_entry order by id',
    )
  ).rows;

/** Simulates exports that the worker has made, one for each user who may have it. */
async function makePackages(
  requests: readonly CallRequest[],
  refresh: Aimable = 'refreshPackages',
): Promise<void> {
  const query = { zip: 'true', pdf: 'true' };
  for (const { request, token } of requests) {
    await server.call(refresh, { ...request, query }, token ? { token } : {});
  }
  await markPackagesReady();
}

/** Replaces the targets' downloads, which were never made: one for each caller, as if the worker had made it. */
async function makeDownloads(create: Aimable = 'createElementDownload'): Promise<CallRequest[]> {
  const requests: CallRequest[] = [];
  for (const caller of CALLERS) {
    const { token } = world.callers[caller];
    if (!token) continue;
    const request = await aimAt(world, create, 'own', caller);
    const { status, body } = await server.call(create, request, { token });
    if (status !== 200) continue;
    const { jobs } = body as { jobs: { id: string }[] };
    const params = { id: jobs[0]!.id };
    requests.push({ request: { params, query: { kind: 'zip' } }, token });
  }
  await markPackagesReady();
  return requests;
}

const markPackagesReady = () =>
  server.owner.query(
    `update cairn.package_file set state = 'READY', object_key = $1, size = 1, made_at = now(),
       sha256 = sha256('x')`,
    [ONE_BYTE],
  );

/** Renames the targets to office files, because only those can be edited. */
const nameAsOfficeFiles = () =>
  server.owner.query(`update cairn.document set name = left(name, 100) || '.docx'`);
const nameAsBefore = () =>
  server.owner.query(`update cairn.document set name = regexp_replace(name, '[.]docx$', '')`);

interface CallRequest {
  request: Aimed;
  token: string | undefined;
}

/** One request for each caller and target. */
async function requestsFor(name: Aimable): Promise<CallRequest[]> {
  const requests: CallRequest[] = [];
  for (const scope of AIMS[name].scopes) {
    for (const caller of CALLERS) {
      const request = await aimAt(world, name, scope, caller);
      requests.push({ request, token: world.callers[caller].token });
    }
  }
  const isPackage = name === 'getPackageUrls' || name === 'downloadPackage';
  if (isPackage) await makePackages(requests);
  if (name === 'getDocumentWithEditUrl') await nameAsOfficeFiles();
  if (name === 'downloadJobFile') requests.push(...(await makeDownloads()));
  return requests;
}

/** Returns how many were answered with success. */
async function ask(name: Aimable, requests: readonly CallRequest[]): Promise<number> {
  let replies = 0;
  for (const { request, token } of requests) {
    const { status, text } = await server.call(name, request, token ? { token } : {});
    if (status < 400 && (name !== 'getPackageUrls' || text.includes('/api/'))) replies += 1;
  }
  return replies;
}

describe('a GET changes nothing', () => {
  test('all of them are here', () => {
    expect(gets.length).toBeGreaterThan(20);
  });

  test('a write would be noticed', async () => {
    const { token } = world.callers.LO;
    const tables = await writtenBy(async () => {
      await server.call(
        'updateUserSettings',
        { body: { sendEmailAddRemoveUser: false } },
        { token: token! },
      );
    });
    expect(tables).not.toEqual([]);
  });

  test.each(gets)(
    '$name',
    async ({ name, traced }) => {
      const requests = await requestsFor(name);
      const before = traced ? await logged() : [];
      let replies = 0;
      const tables = await writtenBy(async () => {
        replies = await ask(name, requests);
      });
      if (name === 'getDocumentWithEditUrl') await nameAsBefore();
      const allowed = traced ? [...LOG, ...COUNTS] : COUNTS;
      expect(tables.filter((table) => !allowed.includes(table))).toEqual([]);
      if (!traced) return;
      const after = await logged();
      expect(after.slice(0, before.length)).toEqual(before);
      const added = after.slice(before.length).map(({ kind }) => kind);
      const reads = added.filter((kind) => !kind.endsWith('.asked'));
      const read = READ_AS.get(name) ?? 'document.read';
      expect(reads).toEqual(Array.from({ length: replies }, () => read));
      expect(replies).toBeGreaterThan(0);
    },
    120_000,
  );
});
