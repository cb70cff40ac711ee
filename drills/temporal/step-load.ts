/**
 * Continuously starts workflows with retries, a heartbeat, a timer and one effect: features of Temporal that scans do
 * not use.
 */
import { mkdirSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Client, WorkflowExecutionAlreadyStartedError, type Connection } from '@temporalio/client';
import {
  bundleWorkflowCode,
  DefaultLogger,
  makeTelemetryFilterString,
  NativeConnection,
  Runtime,
  Worker,
} from '@temporalio/worker';
import { activitiesOn } from '../engine/activities.ts';
import { Ledger } from '../engine/ledger.ts';
import type { manySteps } from '../engine/workflows.ts';
import { ADDRESS, NAMESPACE, type TemporalCluster } from './cluster.ts';

const QUEUE = 'steps';
const APART_MS = 500;
const WORK_MS = 500;
const TIMER_MS = 1000;

export class StepLoad {
  started = 0;
  readonly #client: Client;
  readonly #connection: Connection;
  readonly #native: NativeConnection;
  readonly #worker: Worker;
  readonly #ledger: Ledger;
  readonly #working: Promise<void>;
  readonly #starting: Promise<void>;
  readonly #stopping = new AbortController();

  private constructor(
    connection: Connection,
    native: NativeConnection,
    worker: Worker,
    ledger: Ledger,
  ) {
    this.#connection = connection;
    this.#client = new Client({ connection, namespace: NAMESPACE });
    this.#native = native;
    this.#worker = worker;
    this.#ledger = ledger;
    this.#working = worker.run();
    this.#starting = this.#startAll();
  }

  static async start(cluster: TemporalCluster, folder: string): Promise<StepLoad> {
    mkdirSync(folder, { recursive: true });
    const logger = new DefaultLogger('ERROR');
    // Temporal is killed repeatedly, so warnings are suppressed.
    const filter = makeTelemetryFilterString({ core: 'ERROR', other: 'ERROR' });
    const telemetryOptions = { logging: { forward: {}, filter } };
    Runtime.install({ logger, telemetryOptions, shutdownSignals: [] });
    const workflowsPath = fileURLToPath(new URL('../engine/workflows.ts', import.meta.url));
    const native = await NativeConnection.connect({ address: ADDRESS, tls: cluster.tls() });
    const ledger = new Ledger(folder);
    const worker = await Worker.create({
      connection: native,
      namespace: NAMESPACE,
      taskQueue: QUEUE,
      workflowBundle: await bundleWorkflowCode({ workflowsPath, logger }),
      activities: activitiesOn(ledger),
      stickyQueueScheduleToStartTimeout: '1 second',
    });
    return new StepLoad(await cluster.connect(), native, worker, ledger);
  }

  async #startAll(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      await this.#startOne(`step-${this.started}`);
      this.started += 1;
      await wait(APART_MS);
    }
  }

  /** Like the outbox: retries until Temporal has accepted it. */
  async #startOne(id: string): Promise<void> {
    for (;;) {
      try {
        await this.#client.withDeadline(Date.now() + 5000, () =>
          this.#client.workflow.start<typeof manySteps>('manySteps', {
            workflowId: id,
            taskQueue: QUEUE,
            args: [id, WORK_MS, TIMER_MS],
            workflowIdReusePolicy: 'REJECT_DUPLICATE',
          }),
        );
        return;
      } catch (error) {
        if (error instanceof WorkflowExecutionAlreadyStartedError) return;
        await wait(200);
      }
    }
  }

  /** Stops starting workflows. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#starting;
  }

  /** Waits for the started workflows, and returns those that did not complete with exactly one effect. */
  async lost(patienceMs: number): Promise<string[]> {
    const deadline = performance.now() + patienceMs;
    const problems: string[] = [];
    const effects = new Map<string, number>();
    const ids = Array.from({ length: this.started }, (_, index) => `step-${index}`);
    for (const id of ids) {
      const timeLeft = Math.max(1000, deadline - performance.now());
      const result = await Promise.race([
        this.#client.workflow.getHandle(id).result().catch(String),
        wait(timeLeft, 'still running', { ref: false }),
      ]);
      if (result !== `done ${id}`) problems.push(`${id}: ${String(result)}`);
    }
    for (const { id, what } of this.#ledger.attempts()) {
      if (what === 'effect') effects.set(id, (effects.get(id) ?? 0) + 1);
    }
    for (const id of ids) {
      if (effects.get(id) !== 1) problems.push(`${id}: ${effects.get(id) ?? 0} effects`);
    }
    this.#worker.shutdown();
    await this.#working;
    await this.#native.close();
    await this.#connection.close();
    return problems;
  }
}
