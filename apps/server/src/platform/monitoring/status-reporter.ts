/** Saves the state of a process and of the services it needs, for the administrators' status page. */
import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ProbeResult } from './service-probes.ts';

export interface QueueReport {
  readonly queue: string;
  readonly waiting: number;
  readonly oldestSeconds: number;
}

export interface ProcessFindings {
  readonly services: readonly ProbeResult[];
  readonly queues: readonly QueueReport[];
  readonly signaturesFrom?: Date | undefined;
  readonly signatureMaxAgeMs?: number | undefined;
}

interface ReporterOptions {
  readonly pool: pg.Pool;
  readonly role: string;
  readonly version: string;
  readonly log: Pick<Logger, 'warn'>;
  find(): Promise<ProcessFindings>;
}

const EVERY_MS = 15_000;
const KEPT_DAYS = 90;

const REPORT = `insert into process_report
    (id, role, version, node_version, started_at, services, queues, signatures_from, signature_max_age_seconds)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
  on conflict (id) do update set reported_at = now(), services = excluded.services, queues = excluded.queues,
    signatures_from = excluded.signatures_from`;
const FORGET_ENDED = `delete from process_report where reported_at < now() - interval '5 minutes'`;
const COUNT = `insert into service_day (service, day, checks, failures)
  select service, (now() at time zone 'UTC')::date, checks, failures
  from jsonb_to_recordset($1::jsonb) as counted (service text, checks int, failures int)
  on conflict (service, day) do update set
    checks = service_day.checks + excluded.checks, failures = service_day.failures + excluded.failures`;
const FORGET_DAYS = `delete from service_day where day < (now() at time zone 'UTC')::date - ${KEPT_DAYS}`;

export class StatusReporter {
  private readonly options: ReporterOptions;
  private readonly id = randomUUID();
  private readonly startedAt = new Date(Date.now() - process.uptime() * 1000);
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  /** Failed checks of Postgres, which can be saved only when it answers again. */
  private lostChecks = 0;

  constructor(options: ReporterOptions) {
    this.options = options;
  }

  start(): void {
    if (this.isStopped) return;
    const report = () => {
      this.running = this.running.then(() => this.report()).catch(this.warn);
    };
    report();
    this.timer = setInterval(report, EVERY_MS);
    this.timer.unref();
  }

  async report(): Promise<void> {
    const { pool, role, version, find } = this.options;
    const { services, queues, signaturesFrom, signatureMaxAgeMs } = await find();
    await pool.query(REPORT, [
      this.id,
      role,
      version,
      process.versions.node,
      this.startedAt,
      JSON.stringify(services),
      JSON.stringify(queues),
      signaturesFrom ?? null,
      signatureMaxAgeMs === undefined ? null : Math.round(signatureMaxAgeMs / 1000),
    ]);
    await pool.query(FORGET_ENDED);
  }

  /** Adds one check of each service, and of Postgres, to the figures of the day. */
  readonly count = async (results: readonly ProbeResult[]): Promise<void> => {
    const checks = results.map(({ service, isUp }) => ({
      service,
      checks: 1,
      failures: isUp ? 0 : 1,
    }));
    const lostChecks = this.lostChecks;
    const postgres = { service: 'postgres', checks: lostChecks + 1, failures: lostChecks };
    try {
      await this.options.pool.query(COUNT, [JSON.stringify([...checks, postgres])]);
      this.lostChecks -= lostChecks;
      await this.options.pool.query(FORGET_DAYS);
    } catch (error) {
      this.lostChecks += 1;
      this.warn(error);
    }
  };

  private readonly warn = (error: unknown): void => {
    this.options.log.warn(
      { err: error },
      'status page: cannot save the state of this process; the next report tries again',
    );
  };

  /** Deletes the row of this process at once, because a process that was stopped on purpose is not missing. */
  async stop(): Promise<void> {
    this.isStopped = true;
    clearInterval(this.timer);
    await this.running;
    await this.options.pool
      .query('delete from process_report where id = $1', [this.id])
      .catch(this.warn);
  }
}
