/** What the worker monitors besides its own work: backlogs, and whether the services it needs answer. */
import type { Connection } from '@temporalio/client';
import type { Logger } from 'pino';
import type { WorkerConfig } from './platform/config.ts';
import type { Mailer } from './platform/email/mailer.ts';
import { BACKLOG_GAUGES, BacklogFigures } from './platform/monitoring/backlog-figures.ts';
import type { Metrics } from './platform/monitoring/metrics.ts';
import { monitoringPool } from './platform/monitoring/monitoring-pool.ts';
import { ServiceProbes, type Probe } from './platform/monitoring/service-probes.ts';
import { StatusReporter } from './platform/monitoring/status-reporter.ts';
import type { WorkerStorage } from './platform/object-storage.ts';
import { signatureVersion } from './platform/virus-scanner.ts';
import { QUEUES, taskQueueOf } from './task-queues.ts';

interface Watched {
  readonly config: WorkerConfig;
  readonly storage: WorkerStorage;
  readonly mailer: Mailer;
  readonly connection: Connection;
  readonly role: string;
  readonly metrics?: Metrics | undefined;
  readonly log: Logger;
}

const PROBE_KEY = 'cairn-check/probe';

/** Returns a function that stops monitoring. */
export function watchWorker(watched: Watched): () => Promise<void> {
  const { config, connection, role, metrics, log } = watched;
  const { namespace, taskQueue } = config.engine;
  const pool = monitoringPool(config.database.relay);
  const backlog = new BacklogFigures({
    pool,
    connection,
    namespace,
    queues: QUEUES.map((name) => ({ name, taskQueue: taskQueueOf(taskQueue, name) })),
  });
  metrics?.observe(BACKLOG_GAUGES, () => backlog.read());
  let signaturesFrom: Date | undefined;
  const reporter = new StatusReporter({
    pool,
    role,
    version: config.version,
    log,
    find: async () => ({
      services: probes.latest,
      queues: await backlog.queues().catch(() => []),
      signaturesFrom,
      signatureMaxAgeMs: config.signatureMaxAgeMs,
    }),
  });
  const probes = new ServiceProbes(
    probesOf(watched, (from) => (signaturesFrom = from)),
    log,
    reporter.count,
  );
  // The reporter starts after the first probes: a report without probes would show every service as unknown.
  void probes.start().then(() => reporter.start());
  metrics?.observe(
    {
      cairn_service_up: 'Whether a service that the worker needs answered the last probe',
      cairn_service_probe_seconds: 'How long its last probe took',
      cairn_clamd_signature_age_seconds: 'Age of ClamAV’s signatures',
      cairn_clamd_signature_max_age_seconds: 'The age that SIGNATURE_MAX_AGE_HOURS permits',
    },
    async () => ({
      cairn_service_up: probes.latest.map(({ service, isUp }) => ({
        value: isUp ? 1 : 0,
        labels: { service },
      })),
      cairn_service_probe_seconds: probes.latest.map(({ service, seconds }) => ({
        value: seconds,
        labels: { service },
      })),
      cairn_clamd_signature_age_seconds: signaturesFrom
        ? [{ value: (Date.now() - signaturesFrom.getTime()) / 1000 }]
        : [],
      cairn_clamd_signature_max_age_seconds: [{ value: config.signatureMaxAgeMs / 1000 }],
    }),
  );
  return async () => {
    probes.stop();
    await reporter.stop();
    await pool.end();
  };
}

function probesOf(
  { config, storage, mailer, connection }: Watched,
  sawSignatures: (from: Date | undefined) => void,
): Probe[] {
  const { namespace } = config.engine;
  return [
    {
      service: 'clamd',
      run: async () => sawSignatures((await signatureVersion(config.clamd)).signaturesFrom),
    },
    { service: 'smtp', run: () => mailer.verify() },
    { service: 'store', run: async () => void (await storage.vault.listedSize(PROBE_KEY)) },
    {
      service: 'temporal',
      run: async () => {
        await connection.withDeadline(Date.now() + 10_000, () =>
          connection.workflowService.describeNamespace({ namespace }),
        );
      },
    },
  ];
}
