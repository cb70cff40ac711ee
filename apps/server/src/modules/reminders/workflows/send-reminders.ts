import { proxyActivities, workflowInfo } from '@temporalio/workflow';
import type { ReminderActivities } from '../send-reminders.ts';

const activities = proxyActivities<ReminderActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', maximumInterval: '1 minute', maximumAttempts: 5 },
});

/** The time for which the schedule starts a run: a backfill of it goes through days that are not today. */
function scheduledTime(): Date {
  const { typedSearchAttributes, startTime } = workflowInfo();
  const attribute = typedSearchAttributes
    .getAll()
    .find(({ key }) => key.name === 'TemporalScheduledStartTime');
  return attribute?.value instanceof Date ? attribute.value : startTime;
}

/** Started by a schedule, once for all workers. */
export async function sendReminders(): Promise<number> {
  return activities.sendDueReminders(scheduledTime().toISOString());
}
