/** The worker role: durable work, and the relay that starts it. */
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import {
  DefaultLogger,
  NativeConnection,
  Runtime,
  Worker,
  type ActivityExecuteInput,
} from '@temporalio/worker';
import type { Logger } from 'pino';
import { mailingActivities } from './modules/accounts/index.ts';
import { applicationActivities } from './modules/applications/index.ts';
import { askingActivities } from './modules/applying/index.ts';
import { invitingActivities } from './modules/invitations/index.ts';
import { scanningActivities } from './modules/documents/index.ts';
import { keepExpiring } from './modules/elements/index.ts';
import { tellingActivities } from './modules/loans/index.ts';
import { messageActivities } from './modules/messages/index.ts';
import { makingActivities } from './modules/packages/index.ts';
import { partActivities } from './modules/parties/index.ts';
import { pictureActivities, textingActivities } from './modules/profile/index.ts';
import type { Bus } from './platform/bus.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/db.ts';
import { Mailer } from './platform/mail.ts';
import { quietActivities } from './platform/quiet-hours.ts';
import { Relay } from './platform/relay.ts';
import type { Tracing } from './platform/tracing/tracing.ts';
import { TextMessages } from './platform/text-messages.ts';
import type { ObjectStore } from './platform/store.ts';
import { workflowBundle } from './workflow-bundle.ts';

export interface WorkerParts {
  readonly config: Config;
  readonly db: Db;
  readonly store: ObjectStore;
  readonly bus: Bus;
  readonly log: Logger;
  readonly tracing?: Tracing | undefined;
}

/** The relay gives a workflow the id of the event that asked for it. */
const eventId = (): string => Context.current().info.workflowExecution!.workflowId;

/** The engine may come up after us; a worker that gave up would only be started again. */
async function onceThere<T>(connect: () => Promise<T>, log: Logger): Promise<T> {
  for (;;) {
    try {
      return await connect();
    } catch (error) {
      log.warn({ err: error }, 'the engine does not answer yet');
      await wait(1000);
    }
  }
}

/** A span for each activity. A workflow's id is that of the event that asked for it. */
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

export async function startWorker({ config, db, store, bus, log, tracing }: WorkerParts) {
  const { address, namespace, taskQueue } = config.engine;
  Runtime.install({
    // What to look for and why it failed; the engine's own ballast (tokens, queues) stays out.
    logger: new DefaultLogger('WARN', ({ message, meta }) => {
      const { error, activityType, workflowType, workflowId, attempt } = meta ?? {};
      log.warn({ err: error, activityType, workflowType, workflowId, attempt }, message);
    }),
    shutdownSignals: [],
  });
  const native = await onceThere(() => NativeConnection.connect({ address }), log);
  const mailer = new Mailer(config.mail);
  const texts = new TextMessages(config.text);
  const worker = await Worker.create({
    connection: native,
    namespace,
    taskQueue,
    workflowBundle: await workflowBundle(resolve(import.meta.dirname, 'workflows.ts')),
    activities: {
      ...scanningActivities({ db, store, clamd: config.clamd }, () =>
        Context.current().heartbeat(),
      ),
      ...makingActivities(
        { db, store },
        {
          heartbeat: () => Context.current().heartbeat(),
          isStopping: () => Context.current().cancellationSignal.aborted,
        },
      ),
      ...mailingActivities({ db, config, mailer }, eventId),
      ...textingActivities({ db, config, texts, log }, eventId),
      ...pictureActivities({ db, clamd: config.clamd }),
      ...invitingActivities({ db, config, mailer }, eventId),
      ...tellingActivities({ db, config, mailer, texts, log }, eventId),
      ...partActivities({ db, config, mailer, texts, log }, eventId),
      ...applicationActivities({ db, config, mailer }, eventId),
      ...messageActivities({ db, config, mailer, texts, log }, eventId),
      ...quietActivities(db),
      ...askingActivities({ db }),
    },
    ...(tracing && { interceptors: { activity: [activitySpans(tracing)] } }),
    maxConcurrentActivityTaskExecutions: 8,
    // After a crash the next worker gets the workflow quickly instead of waiting for the lost cache.
    stickyQueueScheduleToStartTimeout: '1 second',
    shutdownGraceTime: '10 seconds',
  });
  const connection = await Connection.connect({ address });
  const relay = new Relay({
    url: config.database.relay,
    client: new Client({ connection, namespace }),
    taskQueue,
    log,
  });
  relay.start(bus);
  const stopExpiring = keepExpiring(db, log);
  const running = worker.run();
  return {
    running,
    async stop(): Promise<void> {
      stopExpiring();
      await relay.stop();
      worker.shutdown();
      await running;
      mailer.close();
      await connection.close();
      await native.close();
    },
  };
}
