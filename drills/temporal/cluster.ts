/**
 * Temporal as in production: the server's four services in separate processes, with mutual TLS between them and to
 * clients, on a separate Postgres that they reach with TLS. See docs/operations/temporal.md.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { compiledTemporal } from '../../tools/images/temporal.ts';
import { run } from '../../tools/services/process.ts';
import { HOST, isRoot } from '../../tools/services/profile.ts';
import { until } from '@cairn/testing';
import { SupervisedPostgres } from '../common/supervised-postgres.ts';
import { Authority, pem, type Certificate } from './certificates.ts';

export const SERVICES = ['frontend', 'history', 'matching', 'worker'] as const;
export type Service = (typeof SERVICES)[number];

const POSTGRES_PORT = 24_540;
const RPC_PORTS: Record<Service, number> = {
  frontend: 24_541,
  history: 24_542,
  matching: 24_543,
  worker: 24_544,
};
/** Offset from a service's port to that of the ring by which services find each other. */
const RING_OFFSET = 10;
/** Names in certificates. */
const FRONTEND_NAME = 'temporal-frontend';
const INTERNODE_NAME = 'temporal-internode';
const DATABASES = { temporal: 'temporal', temporal_visibility: 'visibility' } as const;
const START_WITHIN_MS = 120_000;

export const NAMESPACE = 'cairn';
export const ADDRESS = `${HOST}:${RPC_PORTS.frontend}`;

export class TemporalCluster {
  readonly postgres: SupervisedPostgres;
  readonly #folder: string;
  readonly #client: Certificate;
  readonly #stranger: Certificate;
  readonly #authority: Authority;
  readonly #processes = new Map<Service, ChildProcess>();
  /** How often a service exited without being killed; it is restarted, as an orchestrator would. */
  falls = 0;

  /** `settings` are those of its Postgres. */
  constructor(folder: string, settings: Record<string, string>) {
    this.#folder = folder;
    const certificates = join(folder, 'certificates');
    mkdirSync(certificates);
    this.#authority = new Authority(certificates, 'authority');
    const [database, frontend, internode] = ['postgres', FRONTEND_NAME, INTERNODE_NAME].map(
      (name) => this.#authority.sign(name),
    ) as [Certificate, Certificate, Certificate];
    this.#client = this.#authority.sign('cairn-worker');
    this.#stranger = new Authority(certificates, 'another-authority').sign('stranger');
    writeFileSync(join(folder, 'cluster.yaml'), this.#configuration({ frontend, internode }));
    writeFileSync(
      join(folder, 'dynamic.yaml'),
      'matching.enableFairness: [{ value: true }]\nhistory.timerProcessorMaxTimeShift: [{ value: 10ms }]\n',
    );
    this.postgres = new SupervisedPostgres({
      data: join(folder, 'data'),
      port: POSTGRES_PORT,
      settings: {
        ssl: 'on',
        ssl_cert_file: database.cert,
        ssl_key_file: database.key,
        max_connections: '200',
        ...settings,
      },
    });
  }

  /** JSON, which is valid YAML. */
  #configuration(of: Record<'frontend' | 'internode', Certificate>): string {
    const ca = this.#authority.cert;
    const server = ({ cert, key }: Certificate) => ({
      certFile: cert,
      keyFile: key,
      requireClientAuth: true,
      clientCaFiles: [ca],
    });
    const client = (serverName: string) => ({ serverName, rootCaFiles: [ca] });
    const store = (databaseName: string, maxConns: number) => ({
      sql: {
        pluginName: 'postgres12',
        databaseName,
        connectAddr: `${HOST}:${POSTGRES_PORT}`,
        connectProtocol: 'tcp',
        user: 'temporal',
        password: 'temporal',
        maxConns,
        maxIdleConns: maxConns,
        maxConnLifetime: '1h',
        tls: { enabled: true, caFile: ca, enableHostVerification: true },
      },
    });
    const rpc = (service: Service) => ({
      rpc: {
        grpcPort: RPC_PORTS[service],
        membershipPort: RPC_PORTS[service] + RING_OFFSET,
        bindOnIP: HOST,
      },
    });
    return JSON.stringify({
      log: { stdout: true, level: 'warn' },
      persistence: {
        defaultStore: 'main',
        visibilityStore: 'visibility',
        numHistoryShards: 16,
        datastores: { main: store('temporal', 10), visibility: store('temporal_visibility', 5) },
      },
      global: {
        membership: { maxJoinDuration: '30s', broadcastAddress: HOST },
        tls: {
          internode: { server: server(of.internode), client: client(INTERNODE_NAME) },
          frontend: { server: server(of.frontend), client: client(FRONTEND_NAME) },
          systemWorker: {
            certFile: of.internode.cert,
            keyFile: of.internode.key,
            client: client(FRONTEND_NAME),
          },
        },
      },
      services: Object.fromEntries(SERVICES.map((service) => [service, rpc(service)])),
      clusterMetadata: {
        enableGlobalNamespace: false,
        failoverVersionIncrement: 10,
        masterClusterName: 'active',
        currentClusterName: 'active',
        clusterInformation: {
          active: {
            enabled: true,
            initialFailoverVersion: 1,
            rpcName: 'frontend',
            rpcAddress: ADDRESS,
          },
        },
      },
      dcRedirectionPolicy: { policy: 'noop' },
      publicClient: { hostPort: ADDRESS },
      dynamicConfigClient: { filepath: join(this.#folder, 'dynamic.yaml'), pollInterval: '60s' },
    });
  }

  /** Environment variables for the product's worker. */
  get environment(): Record<string, string> {
    return {
      TEMPORAL_ADDRESS: ADDRESS,
      TEMPORAL_NAMESPACE: NAMESPACE,
      TEMPORAL_TLS_CA: pem(this.#authority.cert),
      TEMPORAL_TLS_CERT: pem(this.#client.cert),
      TEMPORAL_TLS_KEY: pem(this.#client.key),
      TEMPORAL_TLS_SERVER_NAME: FRONTEND_NAME,
    };
  }

  tls({ cert, key }: Certificate | { cert?: never; key?: never } = this.#client) {
    return {
      serverNameOverride: FRONTEND_NAME,
      serverRootCACertificate: Buffer.from(pem(this.#authority.cert)),
      ...(cert && {
        clientCertPair: { crt: Buffer.from(pem(cert)), key: Buffer.from(pem(key)) },
      }),
    };
  }

  connect(): Promise<Connection> {
    return Connection.connect({ address: ADDRESS, tls: this.tls(), connectTimeout: 5000 });
  }

  async start(): Promise<void> {
    // Postgres runs as its own user, who must be able to read its key.
    if (isRoot()) await run('chown', ['-R', 'postgres:', this.#folder]);
    await this.postgres.create();
    await this.postgres.start();
    await this.postgres.query(`create role temporal login password 'temporal'`);
    for (const [database, schema] of Object.entries(DATABASES)) {
      await this.postgres.query(`create database ${database} owner temporal`);
      this.#makeSchema(database, schema);
    }
    for (const service of SERVICES) this.startService(service);
    await until(() => this.#makeNamespace(), START_WITHIN_MS);
    await until(() => this.isServing(), START_WITHIN_MS);
  }

  async #makeNamespace(): Promise<boolean> {
    const connection = await this.connect().catch(() => undefined);
    if (!connection) return false;
    try {
      await connection.workflowService.registerNamespace({
        namespace: NAMESPACE,
        workflowExecutionRetentionPeriod: msToTs('7 days'),
      });
      return true;
    } catch {
      return false;
    } finally {
      await connection.close();
    }
  }

  #makeSchema(database: string, schema: string): void {
    const env = {
      SQL_PLUGIN: 'postgres12',
      SQL_HOST: HOST,
      SQL_PORT: String(POSTGRES_PORT),
      SQL_USER: 'temporal',
      SQL_PASSWORD: 'temporal',
      SQL_TLS: 'true',
      SQL_TLS_CA_FILE: this.#authority.cert,
    };
    const tool = (...args: string[]): void =>
      void execFileSync(compiledTemporal('temporal-sql-tool'), ['--db', database, ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
    tool('setup-schema', '-v', '0.0');
    tool('update-schema', '--schema-name', `postgresql/v12/${schema}`);
  }

  /** Starts the service without waiting until it serves. */
  startService(service: Service): void {
    const args = ['--config-file', join(this.#folder, 'cluster.yaml'), '--allow-no-auth'];
    const child = spawn(
      compiledTemporal('temporal-server'),
      [...args, 'start', '--service', service],
      { stdio: ['ignore', 'pipe', 'pipe'], env: {} },
    );
    const log = createWriteStream(join(this.#folder, `${service}.log`), { flags: 'a' });
    for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
    const killNow = (): void => void child.kill('SIGKILL');
    process.once('exit', killNow);
    this.#processes.set(service, child);
    child.once('exit', () => {
      process.off('exit', killNow);
      // An intended kill removes it from the map first.
      if (this.#processes.get(service) !== child) return;
      this.falls += 1;
      setTimeout(() => this.#processes.get(service) === child && this.startService(service), 1000);
    });
  }

  async killService(service: Service): Promise<void> {
    const child = this.#processes.get(service);
    this.#processes.delete(service);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async isServing(): Promise<boolean> {
    const connection = await this.connect().catch(() => undefined);
    if (!connection) return false;
    try {
      await connection.workflowService.describeNamespace({ namespace: NAMESPACE });
      return true;
    } catch {
      return false;
    } finally {
      await connection.close();
    }
  }

  /** Connections that should be refused and are not. */
  async uninvited(): Promise<string[]> {
    const tries = {
      'a client without TLS': undefined,
      'a client without a certificate': this.tls({}),
      'a client with a certificate of another authority': this.tls(this.#stranger),
    };
    const problems: string[] = [];
    for (const [who, tls] of Object.entries(tries)) {
      await Connection.connect({
        address: ADDRESS,
        ...(tls && { tls }),
        connectTimeout: 3000,
      }).then(
        (connection) => {
          problems.push(`${who} got in`);
          return connection.close();
        },
        () => {},
      );
    }
    const plain = await this.postgres.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity join pg_stat_ssl using (pid)
        where usename = 'temporal' and not ssl`,
    );
    if (plain[0]!.count > 0)
      problems.push(`${plain[0]!.count} connections to Postgres without TLS`);
    return problems;
  }

  async stop(): Promise<void> {
    await Promise.all(SERVICES.map((service) => this.killService(service)));
    await this.postgres.kill();
  }
}
