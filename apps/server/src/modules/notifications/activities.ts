/**
 * A domain event becomes one row for each person who hears of it (create-notifications), and emails and text messages
 * gathered from such rows (deliver-notifications). Everything is by ids: no name and no address is in a workflow's
 * history.
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
  /** Of some loans in a phase. Returns the last of them, or null after the last one of all. */
  createReleaseNotifications(order: ReleaseOrder, batch: ReleaseBatch): Promise<string | null>;
  /** Deliveries of the notifications that were written with the event itself. */
  findDeliveries(companyId: string): Promise<Delivery[]>;
  /** Milliseconds until it should be tried again; 0 when there is nothing more to do. */
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
