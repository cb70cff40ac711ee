/** A failing command says in one sentence which part of the installation is down, and which setting leads to it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { makeDatabase, type TestDatabase } from '@cairn/testing/database';
import { ownBuckets } from '@cairn/testing/own-buckets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../../../tools/services/profile.ts';

type Environment = Record<string, string | undefined>;

const CLOSED = '127.0.0.1:1';
const NO_DATABASE = `postgres://cairn_migrator@${CLOSED}/cairn`;
/** Answers like a proxy without a store behind it, which is not an S3 error. */
const proxy = createServer((_, answer) => {
  answer.writeHead(503, { 'content-type': 'text/html' }).end('<html>Service Unavailable</html>');
});
let database: TestDatabase;

beforeAll(async () => {
  database = await makeDatabase(process.env['MIGRATION_DATABASE_URL']!);
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  proxy.close();
  await database.drop();
});

const proxyUrl = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
async function run(args: string[], over: Environment) {
  const env = {
    ...process.env,
    ...environment('test'),
    ...ownBuckets('failures'),
    MIGRATION_DATABASE_URL: database.urls.owner,
    RELAY_DATABASE_URL: database.urls.relay,
    ...over,
  };
  const command = spawn(process.execPath, [resolve(import.meta.dirname, '../cli.ts'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [printed, errors] = ['', ''];
  command.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  command.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const [status] = (await once(command, 'close')) as [number];
  return { status, printed, errors: errors.trim() };
}

const databaseIsDown = `Postgres does not answer at ${CLOSED} (MIGRATION_DATABASE_URL): nothing listens there.`;
const admin = ['--email', 'ops@cairn.example', '--given-name', 'Ada', '--family-name', 'Park'];

test.concurrent.each<[string, string[]]>([
  ['migrate', ['migrate']],
  ['admin create', ['admin', 'create', ...admin]],
  ['company list', ['company', 'list']],
  ['company erase', ['company', 'erase', 'northgate', '--confirm', 'Northgate Bank']],
  ['directory create', ['directory', 'create', '--cells', 'one,two']],
  ['outbox', ['outbox']],
  ['rotate-key', ['rotate-key']],
  ['verify-files', ['verify-files']],
])(
  'cairn %s names the database that is down',
  async (_, args) => {
    const { status, errors } = await run(args, { MIGRATION_DATABASE_URL: NO_DATABASE });
    expect(errors).toBe(databaseIsDown);
    expect(status).toBeGreaterThan(0);
  },
  60_000,
);

test('cairn verify-audit names the database or the store that is down, and finds nothing about the log', async () => {
  const silent = await run(['verify-audit'], {
    RELAY_DATABASE_URL: `postgres://cairn_relay@${CLOSED}/cairn`,
  });
  expect(silent).toEqual({
    status: 2,
    printed: '',
    errors: `Postgres does not answer at ${CLOSED} (RELAY_DATABASE_URL): nothing listens there.`,
  });
  const withoutStore = await run(['verify-audit'], { S3_ENDPOINT: `http://${CLOSED}` });
  expect(withoutStore).toEqual({
    status: 2,
    printed: '',
    errors: `The object store does not answer at http://${CLOSED} (S3_ENDPOINT): nothing listens there.`,
  });
}, 60_000);

test('cairn setup names the store that is down, that does not work, or that refuses the key', async () => {
  const failed = async (over: Environment) => {
    const { status, errors } = await run(['setup'], over);
    expect(status).toBe(1);
    return errors;
  };
  expect(await failed({ S3_ENDPOINT: `http://${CLOSED}` })).toBe(
    `The object store does not answer at http://${CLOSED} (S3_ENDPOINT): nothing listens there.`,
  );
  expect(await failed({ S3_ENDPOINT: proxyUrl() })).toBe(
    `The object store at ${proxyUrl()} (S3_ENDPOINT) answered with status 503.`,
  );
  expect(await failed({ S3_SETUP_ACCESS_KEY_ID: 'stranger' })).toBe(
    'The object store does not know S3_SETUP_ACCESS_KEY_ID.',
  );
  expect(await failed({ S3_SETUP_SECRET_ACCESS_KEY: 'another' })).toBe(
    'S3_SETUP_SECRET_ACCESS_KEY does not belong to S3_SETUP_ACCESS_KEY_ID.',
  );
}, 60_000);
