/** `cairn check web` in one of several cells, and `cairn check router`. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@cairn/testing/free-port';
import { startPrivatePostgres, type PrivatePostgres } from '@cairn/testing/private-postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { environment } from '../../../../../tools/services/profile.ts';
import { newCellKey } from '../../platform/cells/config-cells.ts';
import { checkInstallation, type CheckedRole } from '../check-installation.ts';
import { createDirectory } from '../directory.ts';

type Environment = Record<string, string | undefined>;

const keys = { one: newCellKey(), two: newCellKey() };
let postgres: PrivatePostgres;
/** The web process of the second cell. */
let two: Server;

beforeAll(async () => {
  postgres = await startPrivatePostgres();
  await postgres.query('create database directory');
  await createDirectory(postgres.url('postgres', 'directory'), ['one', 'two']);
  two = createServer((_request, response) => response.end('ok')).listen(0, '127.0.0.1');
  await once(two, 'listening');
});
afterAll(async () => {
  two.close();
  await postgres.stop();
});

const addressOfTwo = (): string => `http://127.0.0.1:${(two.address() as AddressInfo).port}`;
const listOf = (addresses: Record<'one' | 'two', string>): string =>
  (['one', 'two'] as const).map((name) => `${name}=${addresses[name]}=${keys[name].shared}`).join();

const web = (): Environment => ({
  ...environment('test'),
  CELL: 'one',
  CELLS: listOf({ one: addressOfTwo(), two: addressOfTwo() }),
  CELL_KEY: keys.one.secret,
  DIRECTORY_URL: postgres.url('cairn_cell_one', 'directory'),
  DIRECTORY_KEY: 'the-key-of-the-directory-in-tests-0123456789',
});
const router = (): Environment => ({
  ...web(),
  DIRECTORY_URL: postgres.url('cairn_router', 'directory'),
});

/** What is said of the directory and the cells. */
async function findings(role: CheckedRole, env: Environment): Promise<string[]> {
  const results = await checkInstallation(env, [role]);
  const about = results.filter(({ name }) => /^(?:directory|cell)/.test(name));
  expect(about.length).toBeGreaterThan(1);
  return about.filter(({ ok }) => !ok).map(({ text }) => text);
}

test('a web process of a cell and the router of working cells have no failure', async () => {
  expect(await findings('web', web())).toEqual([]);
  expect(await findings('router', router())).toEqual([]);
});

test('check reports a role of the directory that is not this cell’s', async () => {
  const another = postgres.url('cairn_cell_two', 'directory');
  const sentence = (role: string) => `DIRECTORY_URL logs in as cairn_cell_two: use ${role}.`;
  expect(await findings('web', { ...web(), DIRECTORY_URL: another })).toEqual([
    sentence('cairn_cell_one'),
  ]);
  expect(await findings('router', { ...router(), DIRECTORY_URL: another })).toEqual([
    sentence('cairn_router'),
  ]);
});

test('check reports a directory that is not there, or is none', async () => {
  const nowhere = 'postgres://cairn_cell_one@127.0.0.1:1/directory';
  expect(await findings('web', { ...web(), DIRECTORY_URL: nowhere })).toEqual([
    'Postgres does not answer at 127.0.0.1:1 (DIRECTORY_URL): nothing listens there.',
  ]);
  const empty = postgres.url('cairn_cell_one', 'postgres');
  expect(await findings('web', { ...web(), DIRECTORY_URL: empty })).toEqual([
    'DIRECTORY_URL names a database that is no directory: run cairn directory create.',
  ]);
});

test('check reports a key that the other cells do not expect', async () => {
  expect(await findings('web', { ...web(), CELL_KEY: keys.two.secret })).toEqual([
    'CELL_KEY does not belong to the key of one in CELLS: other cells believe nothing that this one says of a person.',
  ]);
});

test('check reports a cell that the router does not reach', async () => {
  const one = `http://127.0.0.1:${await freePort()}`;
  const CELLS = listOf({ one, two: addressOfTwo() });
  expect(await findings('router', { ...router(), CELLS })).toEqual([
    `The cell one does not answer at ${one} (CELLS): nothing listens there.`,
  ]);
});
