/** The worker role: durable work, and the relay that starts it. */
import { setTimeout as wait } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import {
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
  type ActivityExecuteInput,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import type { Metrics } from './platform/monitoring/metrics.ts';
import { waitUntilPolling } from './platform/worker-polling.ts';
import { keepSweepingSessions } from './modules/anonymous-sessions/index.ts';
import { accountEmailActivities } from './modules/auth/index.ts';
import { creditActivities } from './modules/credit/index.ts';
import { sharePointActivities } from './modules/sharepoint/index.ts';
import { needsListActivities } from './modules/needs-list/index.ts';
import { invitationActivities } from './modules/invitations/index.ts';
import {
  keepAbortingUploads,
  keepReaping,
  deriveActivities,
  processActivities,
  scanActivities,
  unlockActivities,
} from './modules/documents/index.ts';
import { expiryActivities } from './modules/elements/index.ts';
import { notificationActivities } from './modules/notifications/index.ts';
import { digestActivities } from './modules/digests/index.ts';
import { reminderActivities } from './modules/reminders/index.ts';
import { exportActivities, SigningKeys } from './modules/exports/index.ts';
import { avatarScanActivities, phoneCodeActivities } from './modules/users/index.ts';
import { AnchorStore } from './platform/audit/anchors.ts';
import { AuditKeys } from './platform/audit/entry.ts';
import { keepSealing } from './platform/audit/seal.ts';
import type { Bus } from './platform/bus.ts';
import type { WorkerConfig as Config } from './platform/config.ts';
import { CompanyKeys } from './platform/company-keys.ts';
import type { Db } from './platform/db/db.ts';
import { Mailer } from './platform/email/mailer.ts';
import { temporalConnection } from './platform/temporal-connection.ts';
import { OutboundLimits } from './platform/outbound-limits.ts';
import { keepSweeping } from './platform/sweep.ts';
import { quietActivities } from './platform/quiet-hours.ts';
import { Relay } from './platform/relay.ts';
import { reportActivityFailures } from './platform/report-activity-failures.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { sandboxViolations, type SandboxViolation } from './platform/sandbox.ts';
import { logSecurityEvent } from './platform/security-events.ts';
import { SmsClient } from './platform/sms.ts';
import type { WorkerStorage } from './platform/object-storage.ts';
import { ensureSchedules } from './schedules.ts';
import { taskQueueFor, taskQueueOf, URGENT_WORKFLOWS, type QueueName } from './task-queues.ts';
import { watchWorker } from './watch-worker.ts';
import { workflowBundle } from './workflow-bundle.ts';

export interface WorkerDeps {
  readonly config: Config;
  readonly db: Db;
  readonly storage: WorkerStorage;
  readonly bus: Bus;
  readonly log: Logger;
  /** The role that the process was started with: `worker`, or `all` where it is the web process too. */
  readonly role: string;
  readonly tracing?: Tracing | undefined;
  readonly metrics?: Metrics | undefined;
}

/** The id of the event that started this workflow: the relay uses it as the workflow id. */
const eventId = (): string => Context.current().info.workflowExecution!.workflowId;

const RETRY_SECONDS = 1;

/** Retries until Temporal answers. A worker that gave up would only be restarted. */
async function retryUntilConnected<T>(
  connect: () => Promise<T>,
  { log, missing }: { log: Logger; missing: string },
): Promise<T> {
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      log.warn({ err: error }, `${missing}; retrying in ${RETRY_SECONDS} s`);
      await wait(RETRY_SECONDS * 1000);
    }
  }
}

/** Wraps each activity in a span, labeled with the id of the event that started its workflow. */
const activitySpans =
  (tracing: Tracing) =>
  ({ info }: Context) => ({
    inbound: {
      execute: (
        input: ActivityExecuteInput,
        next: (input: ActivityExecuteInput) => Promise<unknown>,
      ) =>
        tracing.span(
          `activity ${info.activityType}`,
          {
            attributes: {
              'temporal.workflow.type': info.workflowType ?? '',
              'temporal.workflow.id': info.workflowExecution?.workflowId ?? '',
              'temporal.activity.attempt': info.attempt,
            },
          },
          () => next(input),
        ),
    },
  });

/** Measures how long each activity took, and whether it failed. */
const activityTimes =
  (metrics: Metrics) =>
  ({ info }: Context) => ({
    inbound: {
      execute: async (
        input: ActivityExecuteInput,
        next: (input: ActivityExecuteInput) => Promise<unknown>,
      ) => {
        const began = performance.now();
        const record = (outcome: 'done' | 'failed'): void =>
          metrics.activity(info.activityType, outcome, (performance.now() - began) / 1000);
        try {
          const result = await next(input);
          record('done');
          return result;
        } catch (error) {
          record('failed');
          throw error;
        }
      },
    },
  });

export async function startWorker(deps: WorkerDeps) {
  const { config, db, storage, bus, log, role, tracing, metrics } = deps;
  const { namespace, taskQueue, queues, slots, deployment } = config.engine;
  const connection = temporalConnection(config.engine);
  Runtime.install({
    // Only what a search needs and why it failed; tokens and queues that Temporal adds are left out.
    logger: new DefaultLogger('WARN', ({ message, meta }) => {
      const { error, activityType, workflowType, workflowId, attempt } = meta ?? {};
      log.warn({ err: error, activityType, workflowType, workflowId, attempt }, message);
    }),
    // The native part would write lines in its own format, which no JSON log collector can read.
    telemetryOptions: {
      logging: {
        forward: {},
        filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }),
      },
    },
    shutdownSignals: [],
  });
  const missing = `Temporal is not reachable at ${connection.address} (TEMPORAL_ADDRESS)`;
  const native = await retryUntilConnected(() => NativeConnection.connect(connection), {
    log,
    missing,
  });
  const clientConnection = await retryUntilConnected(() => Connection.connect(connection), {
    log,
    missing,
  });
  // At the first start of an installation the namespace may be created after the worker starts.
  await retryUntilConnected(
    () => clientConnection.workflowService.describeNamespace({ namespace }),
    {
      log,
      missing: `Temporal does not serve the namespace ${namespace} (TEMPORAL_NAMESPACE)`,
    },
  );
  const mailer = new Mailer(config.mail, (outcome) => metrics?.message('email', outcome));
  const texts = new SmsClient(config.text, (outcome) => metrics?.message('sms', outcome));
  const outbound = new OutboundLimits({
    db,
    log,
    secretKey: config.secretKey,
    factor: config.limitFactor,
  });
  const bundle = await workflowBundle();
  const activities = {
    ...scanActivities({ db, storage, clamd: config.clamd }, () => Context.current().heartbeat()),
    ...unlockActivities({ db, storage, clamd: config.clamd, secretKey: config.secretKey }, () =>
      Context.current().heartbeat(),
    ),
    ...deriveActivities({ db, storage, clamd: config.clamd }, () => Context.current().heartbeat()),
    ...processActivities({ db, storage, log }, () => Context.current().heartbeat()),
    ...exportActivities(
      {
        db,
        storage,
        log,
        signingKeys: new SigningKeys(config.secretKeys),
        turnSeconds: config.engine.exportTurnSeconds,
      },
      {
        heartbeat: () => Context.current().heartbeat(),
        isStopping: () => Context.current().cancellationSignal.aborted,
      },
    ),
    ...accountEmailActivities({ db, config, mailer, outbound }, eventId),
    ...phoneCodeActivities({ db, config, texts, outbound, log }, eventId),
    ...avatarScanActivities({ db, clamd: config.clamd }),
    ...invitationActivities({ db, config, mailer, outbound }, eventId),
    ...notificationActivities({ db, config, mailer, texts, outbound, log }, eventId),
    ...quietActivities(db),
    ...needsListActivities({ db }),
    ...creditActivities({
      db,
      keys: new CompanyKeys(config.secretKey),
      config: config.credit,
      log,
    }),
    ...sharePointActivities(
      { db, storage, keys: new CompanyKeys(config.secretKey), config: config.graph, log },
      () => Context.current().heartbeat(),
    ),
    ...expiryActivities(db),
    ...reminderActivities(db),
    ...digestActivities({ db, config, mailer, outbound }),
  };
  const reportFailures = reportActivityFailures(log);
  const startQueue = (queue: QueueName): Promise<Worker> =>
    Worker.create({
      connection: native,
      namespace,
      taskQueue: taskQueueOf(taskQueue, queue),
      ...(deployment && {
        workerDeploymentOptions: {
          version: { deploymentName: deployment, buildId: config.version },
          useWorkerVersioning: true,
          // Workflows wait for days and continue on the next release; `patched` keeps the new code compatible with
          // them.
          defaultVersioningBehavior: 'AUTO_UPGRADE' as const,
        },
      }),
      workflowBundle: bundle,
      activities,
      interceptors: {
        activity: [
          ...(tracing ? [activitySpans(tracing)] : []),
          ...(metrics ? [activityTimes(metrics)] : []),
          reportFailures,
        ],
      },
      maxConcurrentActivityTaskExecutions: slots[queue],
      // One workflow thread and a small cache for each queue, because a process serves several queues.
      workflowThreadPoolSize: 1,
      maxCachedWorkflows: 200,
      // After a crash, the next worker gets the workflow quickly instead of waiting for the lost cache.
      stickyQueueScheduleToStartTimeout: '1 second',
      shutdownGraceTime: '10 seconds',
    });
  const workers = await Promise.all(queues.map(startQueue));
  const client = new Client({ connection: clientConnection, namespace });
  const relay = new Relay({
    url: config.database.relay,
    client,
    taskQueueFor: (workflow) => taskQueueFor(taskQueue, workflow),
    urgent: URGENT_WORKFLOWS,
    log,
  });
  relay.start(bus);
  const reportViolation = (violation: unknown): void =>
    logSecurityEvent(log, 'sandbox.result-refused', {
      reason: (violation as SandboxViolation).kinds.join(', '),
    });
  sandboxViolations.subscribe(reportViolation);
  const anchors = new AnchorStore({ ...config.store, ...config.audit });
  const sealing = keepSealing({
    url: config.database.relay,
    keys: new AuditKeys(config.secretKeys),
    anchors,
    log,
    logId: config.audit.logId,
    everySeconds: config.audit.anchorSeconds,
  });
  const stopSweeping = keepSweeping(db, log);
  const stopSweepingSessions = keepSweepingSessions({ db, vault: storage.vault }, log);
  const stopReaping = keepReaping({ db, vault: storage.vault }, log);
  const stopAborting = keepAbortingUploads(storage.incoming, log);
  const runAll = async (): Promise<void> => {
    await Promise.all(workers.map((worker) => worker.run()));
  };
  const running = runAll();
  await waitUntilPolling(clientConnection, workers, running);
  const stopWatching = watchWorker({
    config,
    storage,
    mailer,
    connection: clientConnection,
    role,
    metrics,
    log,
  });
  if (config.engine.schedules) void ensureSchedules(client, { taskQueue, log });
  return {
    running,
    /** Why the worker is not doing work now; undefined if it is. */
    problem: (): string | undefined =>
      workers.every((worker) => worker.getState() === 'RUNNING') ? undefined : 'not polling',
    async stop(): Promise<void> {
      await stopWatching();
      stopReaping();
      stopSweepingSessions();
      stopAborting();
      sandboxViolations.unsubscribe(reportViolation);
      await sealing.stop();
      anchors.close();
      stopSweeping();
      await relay.stop();
      for (const worker of workers) worker.shutdown();
      await running;
      mailer.close();
      await clientConnection.close();
      await native.close();
    },
  };
}
