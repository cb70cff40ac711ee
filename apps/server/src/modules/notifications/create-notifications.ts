import { NOTIFICATION_EXPORTED } from '@cairn/contract/notification-terms';
import type { Db } from '../../platform/db/db.ts';
import type { NotifyOrder } from '../../platform/notified-events.ts';
import type { ReleaseOrder } from '../../platform/workflow-inputs.ts';
import { deliveriesOf, loansInPhase, publishTo } from './create-store.ts';
import { addRecipients, addReleased } from './recipients-store.ts';
import type { Delivery } from './types.ts';

/** Adds the notifications of an event. Returns the emails and text messages that may be due. */
export function createNotifications(
  db: Db,
  eventId: string,
  order: NotifyOrder,
): Promise<Delivery[]> {
  return db.write({ kind: 'company', companyId: order.companyId }, async (tx) => {
    await addRecipients(tx, { ...order, eventId });
    const { deliveries, bells } = await deliveriesOf(tx, order.companyId, eventId);
    const kind = /^(package|download)\./.test(order.kind) ? NOTIFICATION_EXPORTED : undefined;
    for (const accountId of bells) tx.atCommit(publishTo(order.companyId, accountId, kind));
    return deliveries;
  });
}

const LOANS_A_BATCH = 100;

export interface ReleaseBatch {
  readonly phaseId: string;
  /** What the phase released before. */
  readonly from: string | null;
  /** The last loan of the previous batch. */
  readonly after: string | null;
}

/**
 * Like createNotifications, for loans whose phase now releases more. Idempotent: people are notified of a request
 * once.
 */
export async function createReleaseNotifications(
  db: Db,
  eventId: string,
  { companyId, actorId }: ReleaseOrder,
  { phaseId, from, after }: ReleaseBatch,
): Promise<string | null> {
  const loans = await db
    .reads({ kind: 'company', companyId })
    .run(loansInPhase(companyId, phaseId, { after, limit: LOANS_A_BATCH }));
  for (const { id: loanId } of loans) {
    await db.write({ kind: 'company', companyId }, async (tx) => {
      await addReleased(tx, {
        // The recipients are those of a phase change.
        kind: 'loan.phaseChanged',
        companyId,
        loanId,
        actorId,
        eventId,
        at: new Date().toISOString(),
        detail: { from },
      });
      const { bells } = await deliveriesOf(tx, companyId, eventId, loanId);
      for (const accountId of bells) tx.atCommit(publishTo(companyId, accountId));
    });
  }
  return loans.length < LOANS_A_BATCH ? null : loans.at(-1)!.id;
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
