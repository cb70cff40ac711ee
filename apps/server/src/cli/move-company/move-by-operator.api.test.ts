/**
 * Runs the move as an operator does: with the command itself, between cells that each have their own Postgres and
 * Temporal, as owners who are not superusers, while people write and a scan is pending.
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { startTestWorker, until, type TestDatabase } from '@cairn/testing';
import { startTestCells, type TestCell, type TestCells } from '@cairn/testing/cells';
import { ownBuckets } from '@cairn/testing/own-buckets';
import {
  bootstrapAsMaster,
  createOrdinaryMaster,
  startPrivatePostgres,
  type PrivatePostgres,
} from '@cairn/testing/private-postgres';
import { startPrivateTemporal, type PrivateTemporal } from '@cairn/testing/private-temporal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../../../../tools/services/profile.ts';
import { newCellKey } from '../../platform/cells/config-cells.ts';
import { readConfig, readSetupConfig } from '../../platform/config.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { setUpStore } from '../set-up-store.ts';

const root = resolve(import.meta.dirname, '../../../../..');
const NAMES = ['one', 'two'] as const;
type Name = (typeof NAMES)[number];
const run = randomUUID().slice(0, 8);
const ONE_KEY = environment('test')['SECRET_KEY']!;
const TWO_KEY = randomBytes(32).toString('base64');
const folder = mkdtempSync(join(tmpdir(), 'cairn-operator-'));
const ofBoth = async <T>(make: (name: Name) => Promise<T>): Promise<Record<Name, T>> => ({
  one: await make('one'),
  two: await make('two'),
});

let cells: TestCells;
let postgres: Record<Name, PrivatePostgres>;
let temporal: Record<Name, PrivateTemporal>;

const migrator = (name: Name): string => postgres[name].url('cairn_migrator', 'cairn');

/** As on RDS, Cloud SQL and Azure: see ordinary-owner.api.test.ts. */
async function install(): Promise<PrivatePostgres> {
  const cluster = await startPrivatePostgres();
  await createOrdinaryMaster(cluster);
  await bootstrapAsMaster(cluster);
  await migrate(cluster.url('cairn_migrator', 'cairn'));
  return cluster;
}

/** Each cell has its own buckets and keys. */
function environmentOf(name: Name): Record<string, string> {
  return {
    ...environment('test'),
    ...ownBuckets(`operator-${run}-${name}`),
    SECRET_KEY: name === 'one' ? ONE_KEY : `${TWO_KEY},${ONE_KEY}`,
  };
}

beforeAll(async () => {
  const [databases, servers] = await Promise.all([ofBoth(install), ofBoth(startPrivateTemporal)]);
  postgres = databases;
  temporal = servers;
  const config = await ofBoth(async (name) => {
    await setUpStore(
      readSetupConfig({ ...environmentOf(name), PUBLIC_URL: 'http://loans.example' }),
    );
    const { store, secretKey, secretKeys, audit } = readConfig(environmentOf(name));
    return { store, secretKey, secretKeys, audit };
  });
  const database = async (name: Name): Promise<TestDatabase> => ({
    urls: {
      owner: postgres[name].url('postgres', 'cairn'),
      app: postgres[name].url('cairn_app', 'cairn'),
      relay: postgres[name].url('cairn_relay', 'cairn'),
    },
    drop: async () => {},
  });
  cells = await startTestCells({ config, databases: await ofBoth(database) });
}, 400_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await cells.stop();
  for (const name of NAMES) {
    await postgres[name].stop();
    await temporal[name].stop();
  }
}, 60_000);

/** The environment that an operator sets for the process, and writes into the file that --target names. */
function variablesOf({ cell }: TestCell, name: Name): Record<string, string> {
  const keys = NAMES.map((each) => `${each}=http://${each}.internal=${newCellKey().shared}`);
  return {
    ...environmentOf(name),
    MIGRATION_DATABASE_URL: migrator(name),
    TEMPORAL_ADDRESS: temporal[name].address,
    CELL: name,
    CELLS: keys.join(),
    CELL_KEY: newCellKey().secret,
    DIRECTORY_URL: cell.directory.url,
    DIRECTORY_KEY: cell.directory.key,
  };
}

async function move(companyId: string): Promise<string> {
  const file = join(folder, 'two.env');
  const lines = Object.entries(variablesOf(cells.second, 'two')).map(
    ([name, value]) => `${name}='${value}'`,
  );
  writeFileSync(file, lines.join('\n'));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve(root, 'apps/server/src/cli.ts'), ...['company', 'move', companyId, '--target', file]],
    { env: { ...process.env, ...variablesOf(cells.first, 'one') } },
  );
  return stdout;
}

const startWorker = ({ server }: TestCell, name: Name, over: object = {}) =>
  startTestWorker({ config: { ...server.config, ...over } }, undefined, {
    address: temporal[name].address,
    taskQueue: `operator-${name}`,
  });
/** The state of a workflow in the Temporal of a cell. */
const stateIn = async (name: Name, workflowId: string): Promise<string> => {
  const connection = await Connection.connect({ address: temporal[name].address });
  try {
    const handle = new Client({ connection }).workflow.getHandle(workflowId);
    return (await handle.describe()).status.name;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'unknown';
    throw error;
  } finally {
    await connection.close();
  }
};

test('without superuser rights, and between two Temporals: no write is lost, and a scan ends in the other cell', async () => {
  const { server } = cells.first;
  const { given } = server;
  const company = await given.company({ name: 'Harbor Bank' });
  const officer = await given.employee(company, { level: 'OWNER' });
  const loan = await given.loan(await given.phase(company));
  const token = await given.session(officer, { roleLevel: 'LENDER', company });
  await cells.first.publish();

  // The scanner of the source is down, so the scan is retried again and again.
  const source = await startWorker(cells.first, 'one', { clamd: { host: '127.0.0.1', port: 1 } });
  const content = 'Rent roll';
  const query = { name: 'rent-roll.txt', size: content.length, loanId: loan.id };
  const { body: signed } = await server.call('getUploadUrl', { query }, { token });
  await fetch(signed.uploadUrl, { method: 'PUT', headers: signed.headers, body: content });
  const body = { ...query, key: signed.key };
  const { body: document } = await server.call('createDocument', { body }, { token });
  const { rows: events } = await server.owner.query<{ id: string }>(
    `select id from cairn.event where workflow = 'scanDocument' and company_id = $1`,
    [company.id],
  );
  const scan = events[0]!.id;
  await until(async () => (await stateIn('one', scan)) === 'RUNNING', 30_000);

  // The schema's owner may not disable triggers until the administrator grants it.
  await expect(move(company.id)).rejects.toThrow(
    'grant set on parameter session_replication_role to cairn_migrator',
  );
  await postgres.two.query(
    'grant set on parameter session_replication_role to cairn_migrator',
    'cairn',
  );
  const notes: string[] = [];
  const moving = new AbortController();
  const write = async (): Promise<void> => {
    while (!moving.signal.aborted) {
      const text = `Called the borrower ${randomUUID()}`;
      const note = { body: { loanId: loan.id, text } };
      const { status } = await server.call('createNote', note, { token });
      if (status === 200) notes.push(text);
      else await wait(20);
    }
  };
  const writing = [write(), write()];
  await wait(200);
  expect(await move(company.id)).toContain('Harbor Bank: moved');
  moving.abort();
  await Promise.all(writing);
  await source.stop();

  expect(notes.length).toBeGreaterThan(3);
  const textsIn = async (cell: TestCell) => {
    const { rows } = await cell.server.owner.query<{ body: string }>(
      'select body from cairn.note where company_id = $1',
      [company.id],
    );
    return rows.map((row) => row.body).toSorted();
  };
  expect(await textsIn(cells.second)).toEqual(notes.toSorted());
  expect(await textsIn(cells.first)).toEqual([]);

  expect(await stateIn('one', scan)).toBe('TERMINATED');
  expect(await stateIn('two', scan)).toBe('unknown');
  const target = await startWorker(cells.second, 'two');
  const state = async () => {
    const { rows } = await cells.second.server.owner.query<{ state: string }>(
      'select virus_scan_state as state from cairn.document where id = $1',
      [document.id],
    );
    return rows[0]?.state === 'CLEAN';
  };
  await until(state, 60_000);
  await until(async () => (await stateIn('two', scan)) === 'COMPLETED', 30_000);
  await target.stop();
}, 400_000);
