/** Readiness of a Temporal worker, as Temporal sees it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import type { Worker } from '@temporalio/worker';

const RETRY_MS = 100;
/** temporal.api.enums.v1.TaskQueueType: workflow, activity. */
const TASK_QUEUE_TYPES = [1, 2];

/**
 * Resolves when Temporal has seen each worker poll its queue for workflow and for activity tasks; rejects when one fails
 * before that. A worker's own state is not enough: it is RUNNING before the first poll.
 */
export async function waitUntilPolling(
  connection: Connection,
  workers: readonly Worker[],
  running: Promise<unknown>,
): Promise<void> {
  const over = new AbortController();
  const waitForPollers = async (): Promise<void> => {
    for (const worker of workers) {
      for (const taskQueueType of TASK_QUEUE_TYPES) {
        while (!over.signal.aborted && !(await isPolling(connection, worker, taskQueueType))) {
          await wait(RETRY_MS);
        }
      }
    }
  };
  try {
    await Promise.race([waitForPollers(), running]);
  } finally {
    over.abort();
  }
}

async function isPolling(
  connection: Connection,
  { options: { namespace, taskQueue, identity } }: Worker,
  taskQueueType: number,
): Promise<boolean> {
  try {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: taskQueue },
      taskQueueType,
    });
    return pollers?.some((poller) => poller.identity === identity) ?? false;
  } catch {
    // Temporal is briefly not available, or does not know the queue yet.
    return false;
  }
}
