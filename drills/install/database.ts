/** The database machine: Postgres with TLS, and pgBackRest as in docs/operations/backup.md. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@cairn/testing';
import type { Manual } from '../machine/manual.ts';
import type { Certificate } from './outside.ts';
import { DebianRoot, type Terminal } from './root.ts';
import { newSecret } from './secrets.ts';

/** The first Debian release with Postgres 18. */
const RELEASE = 'sid';
const DATA = 'var/lib/postgresql/18/main';
const SETTINGS = 'etc/postgresql/18/main';

export class DatabaseMachine {
  readonly adminPassword = newSecret();
  /** Stored apart from the machine, because without it no backup can be read. */
  readonly #cipher = newSecret();
  readonly #root = new DebianRoot('db', RELEASE);
  readonly #certificate: Certificate;
  readonly #hosts: string;
  #postgres: Terminal | undefined;

  constructor(certificate: Certificate, hosts: string) {
    this.#certificate = certificate;
    this.#hosts = hosts;
  }

  create(): void {
    this.#root.create({ hosts: this.#hosts, authority: this.#certificate.certificate });
  }

  async install(command: string): Promise<void> {
    await this.#root.open({ hasWayOut: true }).run(command);
  }

  /** Writes the configuration files of the manual, with an operator's values. */
  async configure(manual: Manual, storeKey: { id: string; secret: string }): Promise<void> {
    const { certificate, key } = this.#certificate;
    copyFileSync(certificate, join(this.#root.folder, SETTINGS, 'db.pem'));
    copyFileSync(key, join(this.#root.folder, SETTINGS, 'db.key'));
    const own =
      `listen_addresses = '*'\nmax_connections = 200\nssl = on\n` +
      `ssl_cert_file = '/${SETTINGS}/db.pem'\nssl_key_file = '/${SETTINGS}/db.key'\n`;
    const archive = manual.text('archive_mode');
    this.#root.write(join(SETTINGS, 'postgresql.conf'), `${own}${archive}`, true);
    const anyone = 'hostssl all all 10.89.0.0/24 scram-sha-256\n';
    this.#root.write(join(SETTINGS, 'pg_hba.conf'), anyone, true);
    const filled = manual
      .text('repo1-type')
      .replace('repo1-s3-key=…', `repo1-s3-key=${storeKey.id}`)
      .replace('repo1-s3-key-secret=…', `repo1-s3-key-secret=${storeKey.secret}`)
      .replace('repo1-cipher-pass=…', `repo1-cipher-pass=${this.#cipher}`);
    this.#root.write('etc/pgbackrest.conf', filled);
    const root = this.#root.open();
    await root.run('update-ca-certificates');
    await root.run(
      `chown -R postgres: /${SETTINGS} /etc/pgbackrest.conf && chmod 600 /${SETTINGS}/db.key`,
    );
    this.#postgres = this.#root.open();
    this.#postgres.start('su - postgres');
  }

  /** Runs a line of the manual as `postgres`. */
  run(command: string): Promise<string> {
    return this.#postgres!.run(command);
  }

  query(sql: string): Promise<string> {
    return this.run(`psql -qAt -v ON_ERROR_STOP=1 -c ${quote(sql)}`);
  }

  async start(command = 'pg_ctlcluster 18 main start'): Promise<void> {
    await this.run(command);
    await until(
      () =>
        this.query('select pg_is_in_recovery()').then(
          (recovers) => recovers.trim() === 'f',
          () => false,
        ),
      120_000,
    );
  }

  /** The administrator that bootstrap.sql needs, who is not a superuser. */
  async createAdministrator(): Promise<void> {
    await this.query(`create role dba login createrole createdb password '${this.adminPassword}'`);
  }

  /** Archives everything that was written so far. */
  async archiveAll(): Promise<void> {
    const wal = (await this.query('select pg_walfile_name(pg_switch_wal())')).trim();
    const archived = `select coalesce(last_archived_wal >= '${wal}', false) from pg_stat_archiver`;
    await until(async () => (await this.query(archived)).trim() === 't', 60_000);
  }

  /** Loses the machine without warning, with its disk. */
  async lose(): Promise<void> {
    const id = readFileSync(join(this.#root.folder, DATA, 'postmaster.pid'), 'utf8').split(
      '\n',
    )[0]!;
    execFileSync('kill', ['-9', id]);
    await this.#root.close();
    rmSync(this.#root.folder, { recursive: true, force: true });
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
