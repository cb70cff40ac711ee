import { proxyActivities } from '@temporalio/workflow';
import { scheduledTime } from '../../../platform/workflows/scheduled-time.ts';
import type { ReminderActivities } from '../send-reminders.ts';

const activities = proxyActivities<ReminderActivities>({
  startToCloseTimeout: '10 minutes',
  retry: { initialInterval: '10 seconds', maximumInterval: '1 minute', maximumAttempts: 5 },
});

/** Started by a schedule. */
export async function sendReminders(): Promise<number> {
  return activities.sendDueReminders(scheduledTime().toISOString());
}
