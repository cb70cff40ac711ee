/** A Postgres that archives to the object store with pgBackRest, and can be destroyed and restored. */
import { execFileSync, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import pg from 'pg';
import { until } from '../../packages/testing/src/until.ts';
import { root, runAs, startAs } from './debian-root.ts';

export interface BackupStore {
  readonly bucket: string;
  readonly key: string;
  readonly secret: string;
  /** Port of the S3 gateway, which does not support TLS itself. */
  readonly s3Port: number;
  readonly tlsPort: number;
}

const BIN = '/usr/lib/postgresql/18/bin';
const CONF = '/drill/pgbackrest.conf';
const backrest = (...args: string[]): string[] => [
  'pgbackrest',
  `--config=${CONF}`,
  '--stanza=main',
  ...args,
];

export class Cluster {
  #server: ChildProcess | undefined;
  #log = '';

  readonly port: number;

  constructor(port: number) {
    this.port = port;
  }

  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  async create(store: BackupStore): Promise<void> {
    rmSync(join(root, 'drill'), { recursive: true, force: true });
    mkdirSync(join(root, 'drill/log'), { recursive: true });
    writeFileSync(join(root, CONF), configuration(store, this.port));
    makeCertificate();
    await runAs('root', ['chown', '-R', 'postgres:postgres', '/drill']);
    const locale = ['--locale-provider=icu', '--icu-locale=en-US', '--locale=C.UTF-8'];
    const settings = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--data-checksums'];
    await runAs('postgres', [`${BIN}/initdb`, '-D', '/drill/data', ...settings, ...locale]);
  }

  async start(archives: boolean): Promise<void> {
    const push = backrest('archive-push', '%p').join(' ');
    const settings = {
      port: String(this.port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '/tmp',
      max_connections: '100',
      shared_buffers: '128MB',
      // The restored server must not write to the archive that it came from.
      archive_mode: archives ? 'on' : 'off',
      archive_command: archives ? push : '',
      archive_timeout: '60',
    };
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#server = startAs('postgres', [`${BIN}/postgres`, '-D', '/drill/data', ...flags]);
    this.#server.stderr!.on('data', (data) => (this.#log += String(data)));
    await until(() => this.#isOpen(), 120_000).catch(() => {
      throw new Error(`Postgres does not open:\n${this.#log.slice(-3000)}`);
    });
  }

  /** Whether recovery has ended and it accepts writes. */
  async #isOpen(): Promise<boolean> {
    const rows = await this.query<{ recovers: boolean }>(
      'select pg_is_in_recovery() as recovers',
    ).catch(() => []);
    return rows[0]?.recovers === false;
  }

  async query<Row extends pg.QueryResultRow>(sql: string, database?: string): Promise<Row[]> {
    const client = new pg.Client(this.url(database));
    client.on('error', () => {});
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  async backup(type: 'full' | 'incr'): Promise<void> {
    await runAs('postgres', backrest(`--type=${type}`, 'backup'));
  }

  async createStanza(): Promise<void> {
    await runAs('postgres', backrest('stanza-create'));
    await runAs('postgres', backrest('check'));
  }

  /** Archives everything that was written so far. */
  async archiveAll(): Promise<void> {
    const [switched] = await this.query<{ wal: string }>(
      'select pg_walfile_name(pg_switch_wal()) as wal',
    );
    await until(async () => {
      const [state] = await this.query<{ done: boolean }>(
        `select coalesce(last_archived_wal >= '${switched!.wal}', false) as done from pg_stat_archiver`,
      );
      return state!.done;
    }, 60_000);
  }

  /** Simulates a lost machine: kills the process without warning and deletes its disk. */
  async destroy(): Promise<void> {
    await this.#end('SIGKILL');
    rmSync(join(root, 'drill/data'), { recursive: true, force: true });
  }

  /** Restores up to the last commit before `time`, or (control) only to the end of the backup. */
  async restore(time: string | undefined): Promise<void> {
    const target = time
      ? ['--type=time', `--target=${time}`, '--target-action=promote']
      : ['--type=immediate', '--target-action=promote'];
    await runAs('postgres', ['mkdir', '-m', '700', '/drill/data']);
    await runAs('postgres', backrest(...target, '--archive-mode=off', 'restore'));
  }

  stop = (): Promise<void> => this.#end('SIGINT');

  async #end(signal: NodeJS.Signals): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  }
}

function configuration({ bucket, key, secret, tlsPort }: BackupStore, port: number): string {
  return `[global]
repo1-type=s3
repo1-path=/cairn
repo1-s3-endpoint=127.0.0.1
repo1-storage-port=${tlsPort}
repo1-storage-ca-file=/drill/tls.pem
repo1-s3-uri-style=path
repo1-s3-region=us-east-1
repo1-s3-bucket=${bucket}
repo1-s3-key=${key}
repo1-s3-key-secret=${secret}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=${randomBytes(24).toString('hex')}
repo1-bundle=y
repo1-retention-full=2
compress-type=zst
start-fast=y
log-path=/drill/log
lock-path=/drill/lock
spool-path=/drill/spool
[main]
pg1-path=/drill/data
pg1-port=${port}
pg1-socket-path=/tmp
pg1-user=postgres
`;
}

function makeCertificate(): void {
  const [key, cert] = [join(root, 'drill/tls.key'), join(root, 'drill/tls.pem')];
  execFileSync(
    'openssl',
    [
      ...[
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:P-256',
        '-nodes',
        '-days',
        '2',
      ],
      ...[
        '-subj',
        '/CN=backup',
        '-addext',
        'subjectAltName=IP:127.0.0.1',
        '-keyout',
        key,
        '-out',
        cert,
      ],
    ],
    { stdio: 'ignore' },
  );
  chmodSync(cert, 0o644);
}

/** A TLS proxy, because pgBackRest connects to a store with TLS only. */
export async function startTls({ s3Port, tlsPort }: BackupStore): Promise<Server> {
  const [key, cert] = ['drill/tls.key', 'drill/tls.pem'].map((file) =>
    readFileSync(join(root, file)),
  );
  const server = createServer({ key, cert }, (socket) => {
    const store = connect(s3Port, '127.0.0.1');
    socket.on('error', () => store.destroy());
    store.on('error', () => socket.destroy());
    socket.pipe(store).pipe(socket);
  }).listen(tlsPort, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
