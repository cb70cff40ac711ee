/**
 * Bar 9: what outbox, notice and relay add to starting work in Temporal. Both arms run the same workflow on the same
 * worker, and are finished when its single activity runs.
 */
import { randomInt, randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Bus } from '@cairn/server/platform/bus';
import { Db, type Scope } from '@cairn/server/platform/db/db';
import { recordEvent, type DomainEvent } from '@cairn/server/platform/record-event';
import { Relay } from '@cairn/server/platform/relay';
import { Context } from '@temporalio/activity';
import { Client, Connection } from '@temporalio/client';
import pino from 'pino';
import type { Bar, Experiment } from '../experiment.ts';
import { now, type Sample } from '../rounds.ts';
import type { World } from '../world.ts';

const WORKFLOW = 'oneStep';
const REST_MS = 200;
const QUIET = pino({ level: 'warn' });

/** Activities that ran, by workflow. A waiter may register before or after the activity runs. */
class Steps {
  private readonly ran = new Map<string, PromiseWithResolvers<bigint>>();

  private of(workflowId: string): PromiseWithResolvers<bigint> {
    let step = this.ran.get(workflowId);
    if (!step) {
      step = Promise.withResolvers<bigint>();
      this.ran.set(workflowId, step);
    }
    return step;
  }

  readonly run = (): Promise<void> => {
    this.of(Context.current().info.workflowExecution!.workflowId).resolve(now());
    return Promise.resolve();
  };

  async when(workflowId: string): Promise<bigint> {
    const at = await this.of(workflowId).promise;
    this.ran.delete(workflowId);
    return at;
  }
}

interface Engine {
  readonly client: Client;
  readonly taskQueue: string;
  readonly steps: Steps;
  stop(): Promise<void>;
}

async function startEngine({ environment }: World): Promise<Engine> {
  // Temporal's native part is loaded only if this bar is measured.
  const { DefaultLogger, NativeConnection, Runtime, Worker } = await import('@temporalio/worker');
  const { bundleWorkflows } = await import('@cairn/server/workflow-bundle');
  Runtime.install({ logger: new DefaultLogger('ERROR'), shutdownSignals: [] });
  const address = environment['TEMPORAL_ADDRESS']!;
  const taskQueue = `bench-${randomUUID()}`;
  const steps = new Steps();
  const native = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection: native,
    taskQueue,
    workflowBundle: await bundleWorkflows(resolve(import.meta.dirname, '../workflows.ts')),
    activities: { step: steps.run },
  });
  const running = worker.run();
  const connection = await Connection.connect({ address });
  return {
    client: new Client({ connection }),
    taskQueue,
    steps,
    async stop() {
      worker.shutdown();
      await running;
      await connection.close();
      await native.close();
    },
  };
}

/**
 * Waits, not measured, until Temporal has finished the workflow and is idle. In the development server, work that
 * follows other work at once waits for a tick of about 100 ms, which would hide the relay's share; a workflow after a
 * pause does not.
 */
async function finished({ client }: Engine, workflowId: string): Promise<void> {
  await client.workflow.getHandle(workflowId).result();
  await wait(REST_MS + randomInt(50));
}

function bareStart(engine: Engine): Sample {
  return async () => {
    const workflowId = randomUUID();
    const start = now();
    await engine.client.workflow.start(WORKFLOW, {
      workflowId,
      taskQueue: engine.taskQueue,
      args: [{}],
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
    });
    const doneAt = await engine.steps.when(workflowId);
    await finished(engine, workflowId);
    return Number(doneAt - start) / 1000;
  };
}

interface Ours {
  /** Measured from the acknowledged commit. */
  readonly sinceCommit: Sample;
  /** Measured from the start of the write. */
  readonly sinceWrite: Sample;
  close(): Promise<void>;
}

/** Separate buses for the writing and the relaying side, which are two processes in production. */
async function outbox({ urls, measured }: World, engine: Engine): Promise<Ours> {
  const [writing, relaying] = [new Bus(urls.relay), new Bus(urls.relay)];
  await writing.start();
  await relaying.start();
  let committedAt = 0n;
  const db = new Db({
    url: urls.app,
    poolSize: 1,
    committed: () => {
      committedAt = now();
      writing.notify();
    },
  });
  const relay = new Relay({
    url: urls.relay,
    client: engine.client,
    taskQueueFor: () => engine.taskQueue,
    urgent: [],
    log: QUIET,
  });
  relay.start(relaying);
  const { companyId } = measured;
  const scope: Scope = { kind: 'company', companyId };
  // Kind and workflow exist only in this benchmark.
  const event = {
    kind: 'bench.started',
    companyId,
    changes: [],
    starts: { workflow: WORKFLOW, input: {} },
  } as unknown as DomainEvent;
  const once = async (): Promise<{ fromWrite: number; fromCommit: number }> => {
    const start = now();
    const id = await db.write(scope, async (tx) => recordEvent(tx, event));
    const doneAt = await engine.steps.when(id);
    await finished(engine, id);
    return {
      fromWrite: Number(doneAt - start) / 1000,
      fromCommit: Number(doneAt - committedAt) / 1000,
    };
  };
  return {
    sinceCommit: async () => (await once()).fromCommit,
    sinceWrite: async () => (await once()).fromWrite,
    async close() {
      await relay.stop();
      await db.close();
      await writing.stop();
      await relaying.stop();
    },
  };
}

async function open(world: World): Promise<Experiment> {
  const engine = await startEngine(world);
  const ours = await outbox(world, engine);
  return {
    title: 'outbox, notice, relay, engine',
    plan: world.plan({ rounds: 150, turn: 1, warmUp: 10 }),
    variants: {
      ours: ours.sinceCommit,
      'ours from the write on': ours.sinceWrite,
      'bare start': bareStart(engine),
      'bare start again': bareStart(engine),
    },
    figure: { over: ['ours'], under: ['bare start'] },
    same: { over: ['bare start again'], under: ['bare start'] },
    also: {
      'from the start of our write': { over: ['ours from the write on'], under: ['bare start'] },
    },
    async close() {
      await ours.close();
      await engine.stop();
    },
  };
}

export const durableWorkBar: Bar = {
  number: 9,
  title: 'durable work from our commit to done ÷ the bare engine',
  target: 1.15,
  experiments: [open],
};
