/**
 * Creates one row per recipient of a domain event (create-notifications), and sends emails and text messages gathered
 * from such rows (deliver-notifications). Everything is by ids: no name and no address is in a workflow's history.
 */
import type { NotifyOrder } from '../../platform/notified-events.ts';
import type { ReleaseOrder } from '../../platform/workflow-inputs.ts';
import {
  createNotifications,
  createReleaseNotifications,
  findDeliveries,
  type ReleaseBatch,
} from './create-notifications.ts';
import { deliverNotifications, type DeliveryDeps } from './deliver-notifications.ts';
import type { Delivery } from './types.ts';

export interface NotificationActivities {
  createNotifications(order: NotifyOrder): Promise<Delivery[]>;
  /** For a batch of loans in a phase. Returns the last loan of the batch, or null after the last batch. */
  createReleaseNotifications(order: ReleaseOrder, batch: ReleaseBatch): Promise<string | null>;
  /** Deliveries of notifications that were written together with the event. */
  findDeliveries(companyId: string): Promise<Delivery[]>;
  /** Returns milliseconds until the next try; 0 when nothing remains to be done. */
  deliverNotifications(companyId: string, delivery: Delivery): Promise<number>;
}

export const notificationActivities = (
  deps: DeliveryDeps,
  eventId: () => string,
): NotificationActivities => ({
  createNotifications: (order) => createNotifications(deps.db, eventId(), order),
  createReleaseNotifications: (order, batch) =>
    createReleaseNotifications(deps.db, eventId(), order, batch),
  findDeliveries: (companyId) => findDeliveries(deps.db, eventId(), companyId),
  deliverNotifications: (companyId, delivery) =>
    deliverNotifications(deps, eventId(), companyId, delivery),
});
