import { continueAsNew, proxyActivities } from '@temporalio/workflow';
import type { NotifyOrder } from '../../../platform/notified-events.ts';
import type { ReleaseOrder } from '../../../platform/workflow-inputs.ts';
import type { NotificationActivities } from '../activities.ts';
import { deliverAll } from './deliver-all.ts';

const activities = proxyActivities<NotificationActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '1 second', maximumInterval: '1 minute', maximumAttempts: 30 },
});

/** Fills bells at once; sends emails and text messages when they are due. */
export async function notify(order: NotifyOrder): Promise<void> {
  await deliverAll(activities, order.companyId, await activities.createNotifications(order));
}

/** Deliveries per run, because a workflow's history is limited. */
const DELIVERIES_A_RUN = 500;

/** A phase releases more than before, for all of its loans: fills bells first, then sends emails and text messages. */
export async function notifyReleased(order: ReleaseOrder): Promise<void> {
  const { companyId, delivered } = order;
  if (delivered === undefined) {
    for (const { phaseId, from } of order.phases) {
      let after: string | null = null;
      do {
        after = await activities.createReleaseNotifications(order, { phaseId, from, after });
      } while (after !== null);
    }
  }
  const all = await activities.findDeliveries(companyId);
  const start = delivered ?? 0;
  const end = start + DELIVERIES_A_RUN;
  await deliverAll(activities, companyId, all.slice(start, end));
  if (end < all.length) await continueAsNew<typeof notifyReleased>({ ...order, delivered: end });
}

/** Delivers a reminder, whose notifications were written with the event. */
export async function deliverReminder({ companyId }: { companyId: string }): Promise<void> {
  await deliverAll(activities, companyId, await activities.findDeliveries(companyId));
}
