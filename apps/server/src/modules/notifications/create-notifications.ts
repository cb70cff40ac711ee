import type { Db } from '../../platform/db/db.ts';
import type { NotifyOrder } from '../../platform/notified-events.ts';
import { deliveriesOf, publishTo } from './create-store.ts';
import { addRecipients } from './recipients-store.ts';
import type { Delivery } from './types.ts';

/** Fills the bells of those who are notified of an event. Returns the emails and text messages that may be due. */
export function createNotifications(
  db: Db,
  eventId: string,
  order: NotifyOrder,
): Promise<Delivery[]> {
  return db.write({ kind: 'company', companyId: order.companyId }, async (tx) => {
    await addRecipients(tx, { ...order, eventId });
    const { deliveries, bells } = await deliveriesOf(tx, order.companyId, eventId);
    for (const accountId of bells) tx.atCommit(publishTo(order.companyId, accountId));
    return deliveries;
  });
}

export async function findDeliveries(
  db: Db,
  eventId: string,
  companyId: string,
): Promise<Delivery[]> {
  const { deliveries } = await deliveriesOf(
    db.reads({ kind: 'company', companyId }),
    companyId,
    eventId,
  );
  return deliveries;
}
