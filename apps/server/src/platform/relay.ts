/**
 * Carries events that start durable work from the outbox to the engine. The workflow's id is the
 * event's, so a crash between starting and marking starts nothing twice.
 */
import { WorkflowExecutionAlreadyStartedError, type Client } from '@temporalio/client';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Bus } from './bus.ts';

const BATCH = 100;
/** For the notice that never came. */
const LOOK_EVERY_MS = 1000;

interface Waiting {
  company_id: string;
  id: string;
  workflow: string;
  input: unknown;
}

export class Relay {
  private readonly pool: pg.Pool;
  private readonly client: Client;
  private readonly taskQueue: string;
  private readonly log: Logger;
  private timer: NodeJS.Timeout | undefined;
  private stopListening: (() => void) | undefined;
  private running: Promise<void> | undefined;
  private again = false;

  constructor(options: { url: string; client: Client; taskQueue: string; log: Logger }) {
    this.pool = new pg.Pool({ connectionString: options.url, max: 1 });
    this.pool.on('error', () => {});
    this.pool.on('connect', (client) => client.on('error', () => {}));
    this.client = options.client;
    this.taskQueue = options.taskQueue;
    this.log = options.log;
  }

  start(bus: Bus): void {
    this.stopListening = bus.onWake(() => this.look());
    this.timer = setInterval(() => this.look(), LOOK_EVERY_MS);
    this.look();
  }

  private look(): void {
    if (this.running) {
      this.again = true;
      return;
    }
    this.running = this.drain()
      .catch((error: unknown) => this.log.warn({ err: error }, 'relay: will try again'))
      .finally(() => {
        this.running = undefined;
        if (this.again) {
          this.again = false;
          this.look();
        }
      });
  }

  private async drain(): Promise<void> {
    while ((await this.dispatchBatch()) === BATCH);
  }

  private async dispatchBatch(): Promise<number> {
    const client = await this.pool.connect();
    let done = false;
    try {
      await client.query('begin');
      const { rows } = await client.query<Waiting>({
        name: 'waiting',
        // Locked and skipped: several relays share the work.
        text: `select company_id, id, workflow, input from event
          where workflow is not null and dispatched_at is null
          order by id limit ${BATCH} for update skip locked`,
      });
      if (rows.length > 0) {
        await Promise.all(rows.map((row) => this.startWorkflow(row)));
        await client.query({
          name: 'dispatched',
          text: `update event set dispatched_at = now() where (company_id, id) in (
            select unnest($1::uuid[]), unnest($2::uuid[]))`,
          values: [rows.map((row) => row.company_id), rows.map((row) => row.id)],
        });
      }
      await client.query('commit');
      done = true;
      return rows.length;
    } finally {
      // A client with an open transaction is thrown away, and the transaction with it.
      client.release(!done);
    }
  }

  private async startWorkflow({ id, workflow, input }: Waiting): Promise<void> {
    try {
      await this.client.workflow.start(workflow, {
        workflowId: id,
        taskQueue: this.taskQueue,
        args: [input],
        workflowIdReusePolicy: 'REJECT_DUPLICATE',
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.stopListening?.();
    await this.running;
    await this.pool.end();
  }
}
