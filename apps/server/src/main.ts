/** One image, two roles: `main.ts web`, `main.ts worker`, or `main.ts all` for development. */
import pino from 'pino';
import { buildApp } from './http/app.ts';
import { EventFeed } from './http/event-feed.ts';
import { AuditKeys } from './platform/audit/entry.ts';
import { Bus } from './platform/bus.ts';
import {
  ConfigError,
  readConfig,
  readWebConfig,
  readWorkerConfig,
  type WebConfig,
  type WorkerConfig,
} from './platform/config.ts';
import { Db } from './platform/db/db.ts';
import { ErrorReports, reportLoggedErrors } from './platform/error-reports.ts';
import { WebStorage, WorkerStorage } from './platform/object-storage.ts';
import type { Metrics } from './platform/monitoring/metrics.ts';
import { observePool, observeWeb } from './platform/monitoring/observe-process.ts';
import type { MonitorServer } from './platform/monitoring/monitor-server.ts';
import { monitoringPool } from './platform/monitoring/monitoring-pool.ts';
import { StatusReporter } from './platform/monitoring/status-reporter.ts';
import { exitAfterReport, reportCrashes } from './platform/report-crashes.ts';
import { startTracing } from './platform/tracing/tracing.ts';

const role = process.argv[2] ?? 'all';
if (!['web', 'worker', 'all'].includes(role)) throw new Error(`unknown role ${role}`);

/** Exits with the error message, without a stack: the operator sees only this. */
function readOrExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

const { web, worker: workerConfig } = readOrExit((): { web?: WebConfig; worker?: WorkerConfig } => {
  if (role === 'web') return { web: readWebConfig() };
  if (role === 'worker') return { worker: readWorkerConfig() };
  const both = readConfig();
  return { web: both, worker: both };
});
const config = (web ?? workerConfig)!;
const tracing = await startTracing({
  ...config.tracing,
  service: `cairn-${role}`,
  version: config.version,
});
const errorReports = config.errorReports && new ErrorReports(config.errorReports);
const log = pino({
  level: config.logLevel,
  base: { role },
  ...(errorReports && { hooks: reportLoggedErrors(errorReports, role) }),
  ...(tracing && { mixin: () => tracing.ids() ?? {} }),
});
if (errorReports) reportCrashes(log, errorReports);
/** Loaded on demand: a process that is not monitored collects no metrics. */
const metrics =
  config.monitor &&
  new (await import('./platform/monitoring/metrics.ts')).Metrics({ role, version: config.version });
const bus = new Bus(config.database.relay);
const db = new Db({
  url: config.database.app,
  poolSize: config.database.poolSize,
  awaited: config.database.awaited,
  committed: bus.notify,
  auditKeys: new AuditKeys(config.secretKeys),
  tracing,
});
await bus.start();

const stopping: (() => Promise<void>)[] = [];
const findProblems: (() => Promise<string | undefined>)[] = [
  async () => (isReady ? undefined : 'starting'),
];
let isReady = false;
const monitor = metrics && (await startMonitor(metrics));
if (web) {
  const feed = new EventFeed({
    url: config.database.relay,
    log,
    looked: (seconds) => metrics?.feedLook(seconds),
  });
  await feed.start(bus);
  const storage = new WebStorage(web.store);
  const app = await buildApp({
    config: web,
    db,
    storage,
    feed,
    log,
    tracing,
    metrics,
    errorReports,
  });
  await app.listen({ port: web.port, host: web.host });
  findProblems.push(() => app.draining.problem());
  if (metrics) observeWeb(metrics, app, feed);
  log.info(`listening on ${web.host}:${web.port}, for ${web.publicUrl.origin}`);
  stopping.push(
    async () => {
      const isFinished = await app.draining.drain(web.stop);
      if (!isFinished) {
        log.warn('stopped at the deadline: requests in flight were cut');
        process.exitCode = 1;
      }
    },
    () => feed.stop(),
    async () => storage.close(),
  );
}
if (workerConfig) {
  // Loaded on demand: a web process does not need the native part of the Temporal SDK.
  const { startWorker } = await import('./worker.ts');
  const storage = new WorkerStorage(workerConfig.store);
  const worker = await startWorker({
    config: workerConfig,
    db,
    storage,
    bus,
    log,
    role,
    tracing,
    metrics,
  });
  findProblems.push(
    async () => worker.problem() ?? ((await db.answers()) ? undefined : 'no database'),
  );
  log.info('worker is running');
  stopping.push(
    () => worker.stop(),
    async () => storage.close(),
  );
}

if (role === 'web') {
  // `startWorker` runs the reporter of a process that has a worker.
  const pool = monitoringPool(config.database.relay);
  const reporter = new StatusReporter({
    pool,
    role,
    version: config.version,
    log,
    find: async () => ({ services: [], queues: [] }),
  });
  reporter.start();
  stopping.push(async () => {
    await reporter.stop();
    await pool.end();
  });
}

isReady = true;
// Tells a parent with an IPC channel (tools/dev.ts) that web answers and the worker polls.
process.send?.('ready');

/** Starts before everything else, so that a process that cannot start is reported as alive and not ready. */
async function startMonitor(registry: Metrics): Promise<MonitorServer> {
  const { MonitorServer: Server } = await import('./platform/monitoring/monitor-server.ts');
  const server = new Server({
    ...config.monitor!,
    metrics: registry,
    problem: async () => {
      for (const find of findProblems) {
        const problem = await find();
        if (problem) return problem;
      }
      return undefined;
    },
    log,
  });
  observePool(registry, db);
  await server.start();
  return server;
}

/** Running activities get 10 s to finish; the rest of the time is for giving back what they hold. */
const WORKER_STOP_MS = 25_000;
let stopped = false;
async function stop(signal: NodeJS.Signals): Promise<void> {
  if (stopped) {
    log.warn(`${signal} again: stopping at once`);
    process.exit(1);
  }
  stopped = true;
  log.info(`${signal}: finishing requests in flight, then stopping`);
  // Exits even if a step below hangs, so that an orchestrator need not kill the process.
  setTimeout(
    () => {
      log.error({ err: new Error('did not stop in time') }, 'did not stop in time');
      void exitAfterReport(errorReports);
    },
    (web ? web.stop.delayMs + web.stop.deadlineMs : WORKER_STOP_MS) + 15_000,
  ).unref();
  for (const each of stopping) await each();
  await monitor?.stop();
  await metrics?.stop();
  await bus.stop();
  await db.close();
  await tracing?.stop();
  await errorReports?.stop();
}
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stop(signal).then(
      () => process.exit(),
      (error: unknown) => {
        log.error({ err: error }, 'a step of stopping failed; the process exits anyway');
        return exitAfterReport(errorReports);
      },
    );
  });
}
