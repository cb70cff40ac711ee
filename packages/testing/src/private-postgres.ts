/** A separate Postgres cluster for one test: roles belong to a cluster, and the shared one is used by other tests. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { asPostgresUser, binaries } from '../../../tools/services/postgres.ts';
import { run } from '../../../tools/services/process.ts';
import { isRoot } from '../../../tools/services/profile.ts';
import { freePort } from './free-port.ts';
import { until } from './until.ts';

export interface PrivatePostgres {
  readonly pid: number;
  /** Connects as this user, without a password. */
  url(user: string, database?: string): string;
  query(sql: string, database?: string): Promise<void>;
  stop(): Promise<void>;
}

export async function startPrivatePostgres(): Promise<PrivatePostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-postgres-'));
  if (isRoot()) await run('chown', ['postgres:', folder]);
  chmodSync(folder, 0o700);
  const data = join(folder, 'data');
  const settings = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
  const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
  const [initdb = '', ...rest] = asPostgresUser([
    join(binaries(), 'initdb'),
    '-D',
    data,
    ...settings,
    ...locale,
  ]);
  await run(initdb, rest, { cwd: '/' });
  const port = await freePort();
  const server = startServer(data, port);
  const killNow = (): void => void server.kill('SIGKILL');
  process.once('exit', killNow);
  const url = (user: string, database = 'postgres') =>
    `postgres://${user}@127.0.0.1:${port}/${database}`;
  const query = async (sql: string, database?: string): Promise<void> => {
    const client = new pg.Client(url('postgres', database));
    client.on('error', () => {});
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  await until(() =>
    query('select 1').then(
      () => true,
      () => false,
    ),
  );
  return {
    pid: server.pid!,
    url,
    query,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      process.off('exit', killNow);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function startServer(data: string, port: number): ChildProcess {
  const [command = '', ...args] = asPostgresUser([
    join(binaries(), 'postgres'),
    '-D',
    data,
    ...['-c', `port=${port}`, '-c', 'listen_addresses=127.0.0.1'],
    ...['-c', 'unix_socket_directories=', '-c', 'fsync=off', '-c', 'shared_buffers=64MB'],
  ]);
  return spawn(command, args, { cwd: '/', stdio: 'ignore' });
}

/** The attributes that Amazon documents for the master user of RDS; Cloud SQL and Azure give about the same. */
export const createOrdinaryMaster = ({ query }: PrivatePostgres): Promise<void> =>
  query('create role rds_master login nosuperuser createdb createrole noreplication nobypassrls');

/** deploy/postgres/bootstrap.sql, as the master runs it: the roles, and the database `cairn`. */
export async function bootstrapAsMaster({ url }: PrivatePostgres): Promise<void> {
  const script = resolve(import.meta.dirname, '../../../deploy/postgres/bootstrap.sql');
  await promisify(execFile)('psql', [
    ...['-X', '-q', url('rds_master'), '-v', 'ON_ERROR_STOP=1', '-f', script],
    ...['migrator', 'app', 'relay'].flatMap((role) => ['-v', `${role}_password=${role}-secret`]),
  ]);
}
