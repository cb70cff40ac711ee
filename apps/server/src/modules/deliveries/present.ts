import type { Delivery, StoppedAddress } from '@cairn/contract';
import { presentPerson } from '../loans/index.ts';
import type { DeliveryRow, StoppedRow } from './store.ts';

/** People confirmed their number for themselves, so the lender sees only its last digits. */
const shownAddress = ({ channel, address }: Pick<DeliveryRow, 'channel' | 'address'>): string =>
  channel === 'EMAIL' ? address : `•••• ${address.slice(-4)}`;

function recipientOf(row: DeliveryRow): Delivery['user'] {
  const { user_id: accountId, email_address: emailAddress } = row;
  if (accountId === null || emailAddress === null) return null;
  const { given_name: givenName, family_name: familyName } = row;
  return presentPerson({ accountId, givenName, familyName, emailAddress });
}

export const presentDelivery = (row: DeliveryRow, isCurrent: boolean): Delivery => ({
  id: row.id,
  channel: row.channel,
  user: recipientOf(row),
  address: shownAddress(row),
  topic: row.topic,
  state: row.state,
  reason: row.reason,
  createdDate: row.created_at,
  stateDate: row.state_at,
  stopped: row.stopped,
  isCurrent,
});

export const presentStopped = (row: StoppedRow): StoppedAddress => ({
  deliveryId: row.id,
  channel: row.channel,
  address: shownAddress(row),
  userId: row.account_id,
  cause: row.cause,
  reason: row.reason,
  stoppedDate: row.stopped_at,
  phone: row.phone,
});
