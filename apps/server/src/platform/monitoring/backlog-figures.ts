/** Backlogs: events not yet relayed to Temporal, files not yet scanned, tasks in Temporal's queues. */
import type { Connection } from '@temporalio/client';
import type pg from 'pg';
import type { Reading, Readings } from './metrics.ts';
import type { QueueReport } from './status-reporter.ts';

/** temporal.api.enums.v1.TaskQueueType: workflow, activity. A queue without workers has only workflow tasks. */
const TASK_QUEUE_TYPES = [1, 2];

export const BACKLOG_GAUGES = {
  cairn_outbox_waiting: 'Events that wait for the relay to start their work, by workflow',
  cairn_outbox_oldest_seconds: 'Age of the oldest event that waits, by workflow',
  cairn_outbox_dead_letters: 'Events that the relay gave up: their work has not started',
  cairn_scan_waiting: 'Uploaded files that wait for their virus scan',
  cairn_scan_oldest_seconds: 'Age of the oldest file that waits for its virus scan',
  cairn_task_queue_waiting: 'Steps of durable work that wait for a free worker, by queue',
  cairn_task_queue_oldest_seconds: 'How long the oldest of them has waited, by queue',
};

interface Waiting {
  readonly workflow: string;
  readonly waiting: number;
  readonly oldest: number;
}

const WAITING = `select workflow, count(*)::int as waiting,
    greatest(extract(epoch from now() - min(at)), 0)::float8 as oldest
  from event where workflow is not null and dispatched_at is null and failed_at is null group by workflow`;
const DEAD = 'select count(*)::int as dead from event where failed_at is not null';
const SCANS = 'select waiting, oldest_seconds as oldest from app.scan_backlog()';

interface BacklogOptions {
  /** Connects with the relay's role, which sees pending events of all companies. */
  readonly pool: pg.Pool;
  readonly connection: Connection;
  readonly namespace: string;
  /** Queue names, with the name of each task queue in Temporal. */
  readonly queues: readonly { name: string; taskQueue: string }[];
}

export class BacklogFigures {
  private readonly options: BacklogOptions;

  constructor(options: BacklogOptions) {
    this.options = options;
  }

  /** Omits the figures of a part that does not answer; the alerts then fire because they are absent. */
  async read(): Promise<Readings> {
    const [storedFigures, queueFigures] = await Promise.allSettled([
      this.readStored(),
      this.readQueues(),
    ]);
    return {
      ...(storedFigures.status === 'fulfilled' && storedFigures.value),
      ...(queueFigures.status === 'fulfilled' && queueFigures.value),
    };
  }

  private async readStored(): Promise<Readings> {
    const { pool } = this.options;
    const { rows: waiting } = await pool.query<Waiting>(WAITING);
    const { rows: dead } = await pool.query<{ dead: number }>(DEAD);
    const { rows: scans } = await pool.query<{ waiting: number; oldest: number }>(SCANS);
    const of = (value: (row: Waiting) => number): Reading[] =>
      waiting.map((row) => ({ value: value(row), labels: { workflow: row.workflow } }));
    const none = [{ value: 0, labels: { workflow: 'none' } }];
    return {
      cairn_outbox_waiting: waiting.length > 0 ? of((row) => row.waiting) : none,
      cairn_outbox_oldest_seconds: waiting.length > 0 ? of((row) => row.oldest) : none,
      cairn_outbox_dead_letters: [{ value: dead[0]!.dead }],
      cairn_scan_waiting: [{ value: scans[0]!.waiting }],
      cairn_scan_oldest_seconds: [{ value: scans[0]!.oldest }],
    };
  }

  /** Tasks in Temporal's queues; empty if Temporal does not answer. */
  queues(): Promise<QueueReport[]> {
    const { queues } = this.options;
    return Promise.all(
      queues.map(async ({ name, taskQueue }) => {
        const backlogs = await Promise.all(
          TASK_QUEUE_TYPES.map((type) => this.backlogOf(taskQueue, type)),
        );
        return {
          queue: name,
          waiting: backlogs.reduce((sum, { waiting }) => sum + waiting, 0),
          oldestSeconds: Math.max(...backlogs.map(({ oldestSeconds }) => oldestSeconds)),
        };
      }),
    );
  }

  private async backlogOf(name: string, taskQueueType: number) {
    const { connection, namespace } = this.options;
    const { stats } = await connection.withDeadline(Date.now() + 5000, () =>
      connection.workflowService.describeTaskQueue({
        namespace,
        taskQueue: { name },
        taskQueueType,
        reportStats: true,
      }),
    );
    const age = stats?.approximateBacklogAge;
    return {
      waiting: Number(stats?.approximateBacklogCount ?? 0),
      oldestSeconds: Number(age?.seconds ?? 0) + (age?.nanos ?? 0) / 1e9,
    };
  }

  private async readQueues(): Promise<Readings> {
    const stats = await this.queues();
    return {
      cairn_task_queue_waiting: stats.map(({ queue, waiting }) => ({
        value: waiting,
        labels: { queue },
      })),
      cairn_task_queue_oldest_seconds: stats.map(({ queue, oldestSeconds }) => ({
        value: oldestSeconds,
        labels: { queue },
      })),
    };
  }
}
