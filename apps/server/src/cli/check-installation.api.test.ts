/** `cairn check` names each broken setting in one plain sentence. */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { makeDatabase, ownerPool, type TestDatabase } from '@cairn/testing';
import { freePort } from '@cairn/testing/free-port';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { environment } from '../../../../tools/services/profile.ts';
import { wrappedKey } from '../platform/company-keys.ts';
import { checkInstallation } from './check-installation.ts';

type Environment = Record<string, string | undefined>;

let database: TestDatabase;
let owner: pg.Pool;
/** Answers VERSION like clamd, with signatures of this age. The test services run clamd without official signatures. */
let clamd: Server;
let signatureAgeHours = 1;
/** A mail server without STARTTLS. Every real one offers it. */
let plainSmtp: Server;

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  owner = ownerPool(database);
  clamd = createServer((socket) => {
    const builtAt = new Date(Date.now() - signatureAgeHours * 3_600_000);
    const [day, date, month, year, time] = builtAt.toUTCString().replace(',', '').split(' ');
    socket.end(`ClamAV 1.4.3/27500/${day} ${month} ${date} ${time} ${year}\0`);
  }).listen(0, '127.0.0.1');
  plainSmtp = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('220 plain.example\r\n');
    socket.on('data', (line) =>
      socket.write(line.toString().startsWith('EHLO') ? '250 plain.example\r\n' : '502 no\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await Promise.all([once(clamd, 'listening'), once(plainSmtp, 'listening')]);
});
afterAll(async () => {
  clamd.close();
  plainSmtp.close();
  await owner.end();
  await database.drop();
});

const working = (): Environment => ({
  ...environment('test'),
  DATABASE_URL: database.urls.app,
  RELAY_DATABASE_URL: database.urls.relay,
  MIGRATION_DATABASE_URL: database.urls.owner,
  CLAMD_PORT: String((clamd.address() as AddressInfo).port),
});
const failures = async (env: Environment, now?: () => number): Promise<string[]> =>
  (await checkInstallation(env, ['web', 'worker'], now))
    .filter(({ ok }) => !ok)
    .map(({ text }) => text);
const at = (url: string, change: (url: URL) => void): string => {
  const changed = new URL(url);
  change(changed);
  return changed.href;
};

test('a working installation has no failure', async () => {
  expect(await failures(working())).toEqual([]);
});

/** For each case: the setting to break, and the one sentence that must be among the findings. */
const SETTINGS: [name: string, change: (env: Environment) => Environment, sentence: string][] = [
  ['no secret key', () => ({ SECRET_KEY: undefined }), 'SECRET_KEY is not set.'],
  [
    'a short secret key',
    () => ({ SECRET_KEY: 'short' }),
    'SECRET_KEY each key must have at least 32 bytes: openssl rand -base64 32.',
  ],
  [
    'a public address that is none',
    () => ({ PUBLIC_URL: 'cairn' }),
    'PUBLIC_URL must be an http or https URL.',
  ],
  [
    'no Postgres there',
    ({ DATABASE_URL }) => ({ DATABASE_URL: at(DATABASE_URL!, (url) => (url.port = '1')) }),
    'Postgres does not answer at 127.0.0.1:1 (DATABASE_URL): nothing listens there.',
  ],
  [
    'a database that does not exist',
    ({ DATABASE_URL }) => ({
      DATABASE_URL: at(DATABASE_URL!, (url) => (url.pathname = '/nowhere')),
    }),
    'DATABASE_URL names the database nowhere, which does not exist.',
  ],
  [
    'a role that does not exist',
    ({ DATABASE_URL }) => ({
      DATABASE_URL: at(DATABASE_URL!, (url) => (url.username = 'stranger')),
    }),
    `DATABASE_URL logs in as stranger, which Postgres at 127.0.0.1:35432 does not allow.`,
  ],
  [
    'a role that bypasses row security',
    ({ MIGRATION_DATABASE_URL }) => ({ DATABASE_URL: MIGRATION_DATABASE_URL }),
    'DATABASE_URL logs in as postgres, which bypasses row security: use cairn_app.',
  ],
  [
    'the role of the other variable',
    ({ DATABASE_URL }) => ({ RELAY_DATABASE_URL: DATABASE_URL }),
    'RELAY_DATABASE_URL logs in as cairn_app: use cairn_relay.',
  ],
  [
    'migrations by a role that owns nothing',
    ({ DATABASE_URL }) => ({ MIGRATION_DATABASE_URL: DATABASE_URL }),
    'MIGRATION_DATABASE_URL logs in as cairn_app, which is not a member of cairn_owner: use cairn_migrator.',
  ],
  [
    'two databases',
    ({ RELAY_DATABASE_URL }) => ({
      RELAY_DATABASE_URL: at(RELAY_DATABASE_URL!, (url) => (url.pathname = '/postgres')),
    }),
    'DATABASE_URL and RELAY_DATABASE_URL lead to different databases.',
  ],
  [
    'a database without the schema',
    ({ RELAY_DATABASE_URL }) => ({
      RELAY_DATABASE_URL: at(RELAY_DATABASE_URL!, (url) => (url.pathname = '/postgres')),
    }),
    'The database has no schema yet: run cairn migrate.',
  ],
  [
    'no object store there',
    () => ({ S3_ENDPOINT: 'http://127.0.0.1:1' }),
    'The object store does not answer at http://127.0.0.1:1 (S3_ENDPOINT): nothing listens there.',
  ],
  [
    'an incoming bucket that does not exist',
    () => ({ S3_INCOMING_BUCKET: 'cairn-nowhere' }),
    'The bucket cairn-nowhere (S3_INCOMING_BUCKET) does not exist: run cairn setup.',
  ],
  [
    'an access key that the store does not know',
    () => ({ S3_WEB_ACCESS_KEY_ID: 'stranger' }),
    'The object store does not know S3_WEB_ACCESS_KEY_ID.',
  ],
  [
    'a secret key that is not that of its access key',
    () => ({ S3_UPLOAD_SECRET_ACCESS_KEY: 'another' }),
    'S3_UPLOAD_SECRET_ACCESS_KEY does not belong to S3_UPLOAD_ACCESS_KEY_ID.',
  ],
  [
    'an upload credential that reads',
    // The bucket's owner, who has all rights if no policy denies them.
    (env) => ({
      S3_INCOMING_BUCKET: env['S3_BUCKET'],
      S3_UPLOAD_ACCESS_KEY_ID: env['S3_ACCESS_KEY_ID'],
      S3_UPLOAD_SECRET_ACCESS_KEY: env['S3_SECRET_ACCESS_KEY'],
    }),
    'The upload credential may read in cairn (S3_INCOMING_BUCKET), and must not: run cairn setup.',
  ],
  [
    'a worker credential that may not write',
    (env) => ({
      S3_WORKER_ACCESS_KEY_ID: env['S3_WEB_ACCESS_KEY_ID'],
      S3_WORKER_SECRET_ACCESS_KEY: env['S3_WEB_SECRET_ACCESS_KEY'],
    }),
    'The worker credential may not list objects in cairn-vault (S3_VAULT_BUCKET): run cairn setup.',
  ],
  [
    'a vault without its policy',
    (env) => ({ S3_VAULT_BUCKET: env['S3_BUCKET'] }),
    'The web credential may not read in cairn (S3_VAULT_BUCKET): run cairn setup.',
  ],
  [
    'browsers of another origin',
    () => ({ PUBLIC_URL: 'http://elsewhere.example' }),
    'Browsers at http://elsewhere.example (PUBLIC_URL) may not upload to cairn-incoming: run cairn setup.',
  ],
  [
    'an audit bucket without object lock',
    () => ({ S3_AUDIT_BUCKET: 'cairn-incoming' }),
    'The bucket cairn-incoming (S3_AUDIT_BUCKET) has no object lock with a default retention: audit anchors could be deleted.',
  ],
  [
    'no Temporal there',
    () => ({ TEMPORAL_ADDRESS: '127.0.0.1:1' }),
    'Temporal does not answer at 127.0.0.1:1 (TEMPORAL_ADDRESS): nothing listens there, or it expects TLS (TEMPORAL_TLS).',
  ],
  [
    'a namespace that does not exist',
    () => ({ TEMPORAL_NAMESPACE: 'nowhere' }),
    'Temporal has no namespace nowhere (TEMPORAL_NAMESPACE).',
  ],
  [
    'no clamd there',
    () => ({ CLAMD_PORT: '1' }),
    'clamd does not answer at 127.0.0.1:1 (CLAMD_HOST, CLAMD_PORT): nothing listens there.',
  ],
  [
    'a clamd that knows a test file only',
    () => ({ CLAMD_PORT: environment('test')['CLAMD_PORT'] }),
    'clamd at 127.0.0.1:33310 (CLAMD_HOST, CLAMD_PORT) has no official signatures: run freshclam.',
  ],
  [
    'no SMTP server there',
    () => ({ SMTP_URL: 'smtp://127.0.0.1:1' }),
    'The SMTP server does not answer at 127.0.0.1:1 (SMTP_URL): nothing listens there.',
  ],
];

describe('one broken setting', () => {
  test.concurrent.each(SETTINGS)('%s', async (_name, change, sentence) => {
    const env = working();
    expect(await failures({ ...env, ...change(env) })).toContain(sentence);
  });
});

test('check reports that browsers do not reach the object store', async () => {
  const closed = `http://127.0.0.1:${await freePort()}`;
  expect(await failures({ ...working(), S3_PUBLIC_ENDPOINT: closed })).toEqual([
    `The object store does not answer at ${closed} (S3_PUBLIC_ENDPOINT): nothing listens there.`,
  ]);
});

test('check reports an SMTP server without TLS', async () => {
  const { port } = plainSmtp.address() as AddressInfo;
  const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, SMTP_REQUIRE_TLS: 'true' };
  expect(await failures({ ...working(), ...env })).toEqual([
    `The SMTP server 127.0.0.1:${port} does not offer TLS (SMTP_URL): use another port, or allow plaintext with SMTP_REQUIRE_TLS=false.`,
  ]);
});

test('check reports virus signatures that are too old', async () => {
  signatureAgeHours = 60;
  const lines = await failures(working());
  signatureAgeHours = 1;
  expect(lines).toEqual([
    expect.stringMatching(
      /^The signatures of clamd at .* are 60 hours old: check that freshclam runs and reaches its mirror\.$/,
    ),
  ]);
});

test('check reports a wrong clock', async () => {
  expect(await failures(working(), () => Date.now() - 90_000)).toContain(
    'This machine’s clock is 90 seconds behind the database’s: synchronize both with NTP.',
  );
});

test('check reports a schema that is older or newer than this version', async () => {
  const { rows } = await owner.query<{ name: string; hash: string }>(
    `delete from public.migration where name = (select max(name) from public.migration) returning *`,
  );
  const { name, hash } = rows[0]!;
  const remember = 'insert into public.migration (name, hash) values ($1, $2)';
  expect(await failures(working())).toEqual([
    `The database lacks 1 migration (${name}): run cairn migrate.`,
  ]);
  await owner.query(remember, [name, hash]);
  await owner.query(remember, ['9999-later', 'x']);
  expect(await failures(working())).toEqual([
    'The database was migrated by a newer version (9999-later): upgrade this installation.',
  ]);
  await owner.query(`delete from public.migration where name = '9999-later'`);
});

test('check reports a secret key that does not open the companies’ keys', async () => {
  const id = randomUUID();
  await owner.query('insert into cairn.company (id, name) values ($1, $2)', [id, 'Northgate']);
  const row = wrappedKey(randomBytes(32).toString('base64'), id, 1);
  await owner.query(
    'insert into cairn.company_key (company_id, generation, wrapped, master) values ($1, $2, $3, $4)',
    [row.company_id, row.generation, row.wrapped, row.master],
  );
  expect(await failures(working())).toEqual([
    'SECRET_KEY does not open the keys of every company: add the key that sealed them, behind the newest.',
  ]);
});
