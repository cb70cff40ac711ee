/** Postgres under a supervisor that restarts it, like systemd or a container engine. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { asPostgresUser, binaries } from '../../tools/services/postgres.ts';
import { run } from '../../tools/services/process.ts';
import { isRoot } from '../../tools/services/profile.ts';

const RESTART_MS = 1000;

export interface PostgresOptions {
  /** The data folder, created by `create` or `copyFrom`. */
  data: string;
  /** The folder of the write-ahead log, if it has a disk of its own. */
  log?: string;
  port: number;
  settings?: Record<string, string>;
}

export class SupervisedPostgres {
  starts = 0;
  printed = '';
  readonly data: string;
  readonly #options: PostgresOptions;
  #server: ChildProcess | undefined;
  #isSupervised = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: PostgresOptions) {
    this.#options = options;
    this.data = options.data;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.#options.port}/${database}`;
  }

  async create(): Promise<void> {
    await this.#makeFolder(this.data);
    const { log } = this.#options;
    if (log) await this.#makeFolder(log);
    const settings = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'];
    const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
    const [initdb = '', ...args] = asPostgresUser([
      ...[join(binaries(), 'initdb'), '-D', this.data],
      ...(log ? [`--waldir=${log}`] : []),
      ...settings,
      ...locale,
    ]);
    await run(initdb, args, { cwd: '/' });
  }

  /** Creates a standby of `primary`, which must be stopped meanwhile. */
  async copyFrom(primary: SupervisedPostgres, connection: string): Promise<void> {
    cpSync(primary.data, this.data, { recursive: true });
    writeFileSync(join(this.data, 'standby.signal'), '');
    writeFileSync(
      join(this.data, 'postgresql.auto.conf'),
      `primary_conninfo = '${connection}'\nrecovery_target_timeline = 'latest'\n`,
    );
    chmodSync(this.data, 0o700);
    if (isRoot()) await run('chown', ['-R', 'postgres:', this.data]);
  }

  async #makeFolder(path: string): Promise<void> {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    if (isRoot()) await run('chown', ['postgres:', path]);
  }

  /** Keeps Postgres running until `stop` or `kill`. */
  async start(settings: Record<string, string> = {}): Promise<void> {
    this.#isSupervised = true;
    this.#ended = this.#supervise(settings);
    const deadline = performance.now() + 60_000;
    while (!(await this.answers())) {
      if (performance.now() > deadline) {
        throw new Error(`Postgres does not start:\n${this.printed.slice(-3000)}`);
      }
      await wait(100);
    }
  }

  async #supervise(more: Record<string, string>): Promise<void> {
    while (this.#isSupervised) {
      this.starts += 1;
      const settings = {
        port: String(this.#options.port),
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        shared_buffers: '64MB',
        fsync: 'on',
        ...this.#options.settings,
        ...more,
      };
      const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
      const [command = '', ...args] = asPostgresUser([
        join(binaries(), 'postgres'),
        ...['-D', this.data, ...flags],
      ]);
      const server = spawn(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
      const killNow = (): void => void server.kill('SIGKILL');
      process.once('exit', killNow);
      this.#server = server;
      server.stderr.on('data', (data) => {
        this.printed = (this.printed + String(data)).slice(-100_000);
      });
      await once(server, 'exit');
      process.off('exit', killNow);
      if (this.#isSupervised) await wait(RESTART_MS);
    }
  }

  async query<Row extends pg.QueryResultRow>(sql: string, database?: string): Promise<Row[]> {
    const client = new pg.Client({
      connectionString: this.url(database),
      connectionTimeoutMillis: 2000,
      query_timeout: 20_000,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  answers(): Promise<boolean> {
    return this.query('select 1').then(
      () => true,
      () => false,
    );
  }

  stop = (): Promise<void> => this.#end('SIGINT');
  /** Kills it without warning, as if its machine were lost; it is not restarted. */
  kill = (): Promise<void> => this.#end('SIGKILL');

  async #end(signal: NodeJS.Signals): Promise<void> {
    this.#isSupervised = false;
    this.#server?.kill(signal);
    await this.#ended;
  }

  remove(): void {
    rmSync(this.data, { recursive: true, force: true });
  }
}
