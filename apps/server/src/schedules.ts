/** Periodic work: one Temporal schedule for all workers instead of a timer in each. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import type { Logger } from 'pino';
import type { WorkflowName } from './task-queues.ts';

interface Recurring {
  readonly id: string;
  readonly workflow: WorkflowName;
  readonly every: '15 minutes';
}

const SCHEDULES: readonly Recurring[] = [
  { id: 'expire-answers', workflow: 'expireAnswers', every: '15 minutes' },
  { id: 'send-digests', workflow: 'sendDigests', every: '15 minutes' },
  { id: 'send-reminders', workflow: 'sendReminders', every: '15 minutes' },
];

export const SCHEDULE_IDS = SCHEDULES.map(({ id }) => id);
export const scheduleIdOf = (taskQueue: string, id: string): string => `${taskQueue}-${id}`;

/** Idempotent: every worker calls it at startup, and the first one creates the schedules. */
export async function ensureSchedules(
  client: Client,
  { taskQueue, log }: { taskQueue: string; log: Logger },
): Promise<void> {
  for (const { id, workflow, every } of SCHEDULES) {
    const scheduleId = scheduleIdOf(taskQueue, id);
    try {
      await client.schedule.create({
        scheduleId,
        spec: { intervals: [{ every }] },
        action: {
          type: 'startWorkflow',
          workflowType: workflow,
          workflowId: scheduleId,
          taskQueue,
          workflowExecutionTimeout: '1 hour',
        },
        policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      });
    } catch (error) {
      if (error instanceof ScheduleAlreadyRunning) continue;
      log.error(
        { err: error, scheduleId },
        'cannot create a Temporal schedule; the next worker tries again',
      );
    }
  }
}
