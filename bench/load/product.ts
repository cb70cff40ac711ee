/**
 * Runs the product as an installation does, on separate services, with each part in its own processes so that their
 * CPU time can be measured.
 */
import { freePort } from '@cairn/testing/free-port';
import { cpuSeconds } from '@cairn/testing/load/cpu-seconds';
import { environment, status } from '../../tools/services/index.ts';
import { HOST, type Profile } from '../../tools/services/profile.ts';
import { startRole, type Role, type RunningRole } from './role.ts';

export const PARTS = [
  'web',
  'worker: documents',
  'worker: the rest',
  'Postgres',
  'Temporal',
  'store',
  'clamd',
] as const;
export type Part = (typeof PARTS)[number];
export type Seconds = Readonly<Record<Part, number>>;

export class Product {
  readonly origin: string;
  readonly #environment: Record<string, string>;
  readonly #services: Partial<Record<Part, number[]>>;
  readonly #roles = new Map<Part, RunningRole>();

  private constructor(
    origin: string,
    env: Record<string, string>,
    services: Partial<Record<Part, number[]>>,
  ) {
    this.origin = origin;
    this.#environment = env;
    this.#services = services;
  }

  static async at(profile: Profile, urls: { app: string; relay: string }): Promise<Product> {
    const port = await freePort();
    const origin = `http://${HOST}:${port}`;
    const running = await status(profile);
    const of = (processName: string): number[] =>
      running.find(({ name }) => name === processName)!.pids;
    return new Product(
      origin,
      {
        ...environment(profile),
        DATABASE_URL: urls.app,
        RELAY_DATABASE_URL: urls.relay,
        PUBLIC_URL: origin,
        PORT: String(port),
        TEMPORAL_TASK_QUEUE: `load-${Date.now()}`,
        TEMPORAL_SCHEDULES: 'false',
        LOG_LEVEL: 'error',
      },
      {
        Postgres: of('postgres'),
        Temporal: of('temporal'),
        store: of('s3'),
        clamd: of('clamd'),
      },
    );
  }

  startWeb(): Promise<void> {
    return this.#start('web', 'web', {});
  }

  /** Conversion, pages and text run in a separate process, because the two are scaled separately. */
  async startWorkers(): Promise<void> {
    await Promise.all([
      this.#start('worker: documents', 'worker', { WORKER_QUEUES: 'documents,exports' }),
      this.#start('worker: the rest', 'worker', { WORKER_QUEUES: 'codes,scans,general' }),
    ]);
  }

  async #start(part: Part, role: Role, over: Record<string, string>): Promise<void> {
    this.#roles.set(part, await startRole(role, { ...this.#environment, ...over }));
  }

  /** CPU time used so far, by part. */
  used(): Seconds {
    const seconds = PARTS.map((part) => {
      const role = this.#roles.get(part);
      return [part, cpuSeconds(this.#services[part] ?? (role ? [role.pid] : []))];
    });
    return Object.fromEntries(seconds) as Seconds;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#roles.values()].map((role) => role.stop()));
  }
}

export const mapParts = (compute: (part: Part) => number): Seconds =>
  Object.fromEntries(PARTS.map((part) => [part, compute(part)])) as Seconds;
