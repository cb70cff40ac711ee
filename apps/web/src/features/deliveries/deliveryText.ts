/** Texts for the delivery state of emails and text messages. */
import type { Delivery, DeliveryState, Party, StoppedAddress } from '@cairn/contract';
import { formatDate } from '../../lib/format/dates.ts';
import { deliveryReason } from '../../lib/format/deliveryReason.ts';

const TOPICS: Readonly<Record<string, string>> = {
  INVITATION: 'Invitation to the loan',
  MEMBERS: 'Change of the people on the loan',
  STATUS: 'Loan status',
  REQUESTS: 'Requested documents',
  REVIEWS: 'Approved and rejected documents',
  UPLOADS: 'Uploaded documents',
  REMINDERS: 'Reminder of documents due',
  MESSAGES: 'New message',
  SUMMARY: 'Daily or weekly summary',
};
export const deliveryTitle = ({ topic }: Pick<Delivery, 'topic'>): string =>
  TOPICS[topic] ?? 'Notification';

export const channelName = ({ channel }: Pick<Delivery, 'channel'>): string =>
  channel === 'EMAIL' ? 'Email' : 'Text';

const NOT_DELIVERED: readonly DeliveryState[] = ['BOUNCED', 'DELAYED'];

/** Undefined if the message was delivered or no detail is known. */
export function deliveryDetail({
  state,
  reason,
  channel,
}: Pick<Delivery, 'state' | 'reason' | 'channel'>): string | undefined {
  if (state === 'COMPLAINED') return 'The recipient reported it as spam.';
  if (state === 'STOPPED') {
    return channel === 'EMAIL'
      ? 'Not sent: earlier email to this address was not accepted.'
      : 'Not sent: earlier texts to this number were not accepted.';
  }
  if (!NOT_DELIVERED.includes(state)) return undefined;
  const fallback =
    state === 'BOUNCED' ? 'The recipient’s provider did not accept it.' : 'We’ll try again.';
  return deliveryReason(reason) ?? fallback;
}

/**
 * The stopped addresses that the person still has. An email address that was changed since is not included. Only the
 * last digits of phone numbers are known here, so the server matches those.
 */
export const findStopped = (
  party: Pick<Party, 'id' | 'emailAddress'>,
  stopped: readonly StoppedAddress[],
): StoppedAddress[] =>
  stopped.filter(({ channel, address, userId }) =>
    channel === 'EMAIL'
      ? address.toLowerCase() === party.emailAddress.toLowerCase()
      : userId === party.id,
  );

/** "Email to elena@example.com bounced on Nov 13, 2026." */
export function stoppedSentence(stopped: StoppedAddress): string {
  const { channel, address, cause, stoppedDate } = stopped;
  const what = `${channel === 'EMAIL' ? 'Email' : 'A text'} to ${address}`;
  const failure = cause === 'COMPLAINED' ? 'was reported as spam' : 'bounced';
  return `${what} ${failure} on ${formatDate(stoppedDate)}.`;
}
