import { proxyActivities } from '@temporalio/workflow';
import type { NotifyOrder } from '../../../platform/notified-events.ts';
import type { NotificationActivities } from '../activities.ts';
import { deliverAll } from './deliver-all.ts';

const activities = proxyActivities<NotificationActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** The bell at once, emails and text messages when they are due. */
export async function notify(order: NotifyOrder): Promise<void> {
  await deliverAll(activities, order.companyId, await activities.createNotifications(order));
}

/** A digest of reminders: its notifications were written with the event. */
export async function deliverReminder({ companyId }: { companyId: string }): Promise<void> {
  await deliverAll(activities, companyId, await activities.findDeliveries(companyId));
}
