import type { Delivery } from '@cairn/contract';
import type { DeliveryRow } from './store.ts';

/** People confirmed their number for themselves: the lender sees which one it is, not all of it. */
const shownAddress = ({ channel, address }: DeliveryRow): string =>
  channel === 'EMAIL' ? address : `•••• ${address.slice(-4)}`;

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  id: row.id,
  channel: row.channel,
  address: shownAddress(row),
  // Only members of a conversation know of it.
  topic: row.topic === 'MESSAGES' ? null : row.topic,
  state: row.state,
  reason: row.reason,
  createdDate: row.created_at,
  stateDate: row.state_at,
  stopped: row.stopped,
});
