import { sleep } from '@temporalio/workflow';
import type { NotificationActivities } from '../activities.ts';
import type { Delivery } from '../types.ts';

/** Sends each delivery when it is due. One that fails does not stop the others. */
export async function deliverAll(
  { deliverNotifications }: Pick<NotificationActivities, 'deliverNotifications'>,
  companyId: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  const results = await Promise.allSettled(
    deliveries.map(async (delivery) => {
      for (;;) {
        const waitMs = await deliverNotifications(companyId, delivery);
        if (waitMs === 0) return;
        await sleep(waitMs);
      }
    }),
  );
  const failed = results.find((each) => each.status === 'rejected');
  if (failed) throw failed.reason;
}
