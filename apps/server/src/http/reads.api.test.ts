/**
 * GET changes nothing: every GET of the contract, by every kind of caller at every scope, with all of
 * the database compared before and after. Documents are read by GET and every read of one is audited
 * (docs/decisions/0015), so the log may grow, by those entries and by those calls alone. Of a package as a
 * file (0035) that is where an address was handed out.
 */
import { randomUUID } from 'node:crypto';
import { contract, type Endpoint } from '@cairn/contract';
import { Bucket } from '@cairn/server/platform/object-storage';
import { sendInParts } from '@cairn/server/platform/multipart-upload';
import { startTestServer, type TestServer } from '@cairn/testing';
import { aimAt } from '@cairn/testing/matrix/aim-at';
import { AIMS, type Aimable, type Aimed } from '@cairn/testing/matrix/requests';
import { CALLERS, makeWorld, type World } from '@cairn/testing/matrix/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: TestServer;
let world: World;
let tables: string[];

beforeAll(async () => {
  server = await startTestServer();
  const { store } = server.config;
  const vault = new Bucket(store, store.vaultBucket, store.worker);
  await sendInParts(vault, { key: ONE_BYTE, size: 1, bytes: async () => Buffer.from('x') });
  vault.close();
  world = await makeWorld(server);
  const { rows } = await server.owner.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = 'cairn'::regnamespace and relkind = 'r' order by 1`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(() => server.stop());

/** The entry of each call that reads several documents at once. */
const READ_AS = new Map<string, string>([
  ['getPackageUrls', 'package.read'],
  ['downloadPackage', 'package.read'],
  ['downloadJobFile', 'download.read'],
  ['getCreditReport', 'creditReport.read'],
]);
/** Counted, like calls: an upload address that was handed out. */
const COUNTS = ['upload_quota'];
const ONE_BYTE = `test/${randomUUID()}`;
const LOG = ['audit_entry', 'audit_chain', 'event'];
const gets = (Object.entries(contract) as [Aimable, Endpoint][])
  .filter(([name, { method }]) => method === 'GET' && (name as string) !== 'streamEvents')
  .map(([name, { traced = false }]) => ({ name, traced }));

async function hashOf(given: string[]): Promise<string> {
  const hashes = given.map(
    (table) =>
      `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), ''))
       from cairn.${table} t`,
  );
  const { rows } = await server.owner.query(`${hashes.join(' union all ')} order by name`);
  return JSON.stringify(rows);
}

const logged = async () =>
  (
    await server.owner.query<{ kind: string }>(
      'select kind, hash, id from cairn.audit_entry order by id',
    )
  ).rows;

/** As if the worker had made each export, for all users who may have it. */
async function makePackages(
  asked: readonly Asked[],
  refresh: Aimable = 'refreshPackages',
): Promise<void> {
  const query = { zip: 'true', pdf: 'true' };
  for (const { request, token } of asked) {
    await server.call(refresh, { ...request, query }, token ? { token } : {});
  }
  await markPackagesReady();
}

/** In place of the jobs of the targets, which were never made: one of each caller's own, as if the worker had made it. */
async function makeDownloads(create: Aimable = 'createElementDownload'): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const caller of CALLERS) {
    const { token } = world.callers[caller];
    if (!token) continue;
    const request = await aimAt(world, create, 'own', caller);
    const { status, body } = await server.call(create, request, { token });
    if (status !== 200) continue;
    const { jobs } = body as { jobs: { id: string }[] };
    const params = { id: jobs[0]!.id };
    asked.push({ request: { params, query: { kind: 'zip' } }, token });
  }
  await markPackagesReady();
  return asked;
}

const markPackagesReady = () =>
  server.owner.query(
    `update cairn.package_file set state = 'READY', object_key = $1, size = 1, made_at = now(),
       sha256 = sha256('x')`,
    [ONE_BYTE],
  );

/** Only office files are edited: as if the targets were some. */
const nameAsOfficeFiles = () =>
  server.owner.query(`update cairn.document set name = left(name, 100) || '.docx'`);
const nameAsBefore = () =>
  server.owner.query(`update cairn.document set name = regexp_replace(name, '[.]docx$', '')`);

interface Asked {
  request: Aimed;
  token: string | undefined;
}

/** By everybody, at everything; returns how many were answered. */
async function ask(name: Aimable): Promise<number> {
  const asked: Asked[] = [];
  for (const scope of AIMS[name].scopes) {
    for (const caller of CALLERS) {
      const request = await aimAt(world, name, scope, caller);
      asked.push({ request, token: world.callers[caller].token });
    }
  }
  const isPackage = name === 'getPackageUrls' || name === 'downloadPackage';
  if (isPackage) await makePackages(asked);
  if (name === 'getDocumentWithEditUrl') await nameAsOfficeFiles();
  if (name === 'downloadJobFile') asked.push(...(await makeDownloads()));
  const business = tables.filter((table) => ![...LOG, ...COUNTS].includes(table));
  const before = await hashOf(business);
  let answered = 0;
  for (const { request, token } of asked) {
    const { status, text } = await server.call(name, request, token ? { token } : {});
    if (status < 400 && (name !== 'getPackageUrls' || text.includes('/api/'))) answered += 1;
  }
  expect(await hashOf(business)).toBe(before);
  if (name === 'getDocumentWithEditUrl') await nameAsBefore();
  return answered;
}

describe('a GET changes nothing', () => {
  test('all of them are here', () => {
    expect(gets.length).toBeGreaterThan(20);
  });

  test.each(gets)(
    '$name',
    async ({ name, traced }) => {
      const before = await logged();
      const log = await hashOf(LOG);
      const answered = await ask(name);
      if (!traced) {
        expect(await hashOf(LOG)).toBe(log);
        return;
      }
      const after = await logged();
      expect(after.slice(0, before.length)).toEqual(before);
      const added = after.slice(before.length).map(({ kind }) => kind);
      const reads = added.filter((kind) => !kind.endsWith('.asked'));
      const read = READ_AS.get(name) ?? 'document.read';
      expect(reads).toEqual(Array.from({ length: answered }, () => read));
      expect(answered).toBeGreaterThan(0);
    },
    60_000,
  );
});
