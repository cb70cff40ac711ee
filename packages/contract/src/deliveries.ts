import { z } from 'zod';
import { DELIVERIES_PAGE, DELIVERY_STATES, MAX_LISTED_DELIVERIES } from './delivery-terms.ts';
import { endpoint } from './endpoint.ts';
import { byId, flag, id, person, timestamp, success } from './shapes.ts';

/** A hash of other IDs in the format of a UUID, without valid version bits. */
const deliveryId = z.guid();
const channel = z.enum(['EMAIL', 'SMS']);
const cause = z.enum(['BOUNCED', 'COMPLAINED']);
/** The reason as the recipient's server or the provider gave it. */
const reason = z.string().nullable();

const delivery = z.object({
  id: deliveryId,
  channel,
  /** The recipient; for an invited person, the ID is the invitation's. Null if the recipient is no longer known. */
  user: person.nullable(),
  /** An email address, or the last digits of a phone number. */
  address: z.string(),
  /** A notification topic or INVITATION. Deliveries of topic MESSAGES are limited to the caller's own conversations. */
  topic: z.string(),
  state: z.enum(DELIVERY_STATES),
  reason,
  createdDate: timestamp,
  stateDate: timestamp,
  /** Why nothing more is sent to this address; null if sending continues. */
  stopped: cause.nullable(),
  /** False for a stopped number that the person no longer uses: it cannot be tried again. */
  isCurrent: z.boolean(),
});
export type Delivery = z.infer<typeof delivery>;

const stoppedAddress = z.object({
  /** An email or SMS about this loan to the address; the call that tries the address again takes this ID. */
  deliveryId,
  channel,
  /** For a phone number, its last digits. */
  address: z.string(),
  /** Null where the recipient has no account. */
  userId: id.nullable(),
  cause,
  reason,
  stoppedDate: timestamp,
  /** The person's number on this loan, for calling them. */
  phone: z.string().nullable(),
});
export type StoppedAddress = z.infer<typeof stoppedAddress>;

const abilities = z.object({ sendAgain: z.boolean() });

/** Additions to the specification: deliveries of emails and SMS about a loan. */
export const deliveries = {
  listDeliveries: endpoint({
    method: 'GET',
    path: '/v2/loans/{id}/deliveries',
    audience: 'lender',
    summary: 'What became of the emails and texts about a loan, with their addresses, newest first',
    params: byId,
    query: z.strictObject({
      undelivered: flag.describe('Only those that did not arrive'),
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(MAX_LISTED_DELIVERIES).default(DELIVERIES_PAGE),
    }),
    reply: z.object({
      deliveries: z.array(delivery),
      nextCursor: z.string().nullable(),
      abilities,
    }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED', 'INVALID_REQUEST'],
    shows: ['delivery', 'loan'],
    silent: true,
  }),
  listStoppedAddresses: endpoint({
    method: 'GET',
    path: '/v2/loans/{id}/stoppedAddresses',
    audience: 'lender',
    summary: 'Addresses of a loan’s emails and texts to which nothing more is sent, and why',
    params: byId,
    reply: z.object({ stopped: z.array(stoppedAddress), abilities }),
    errors: ['LOAN_NOT_FOUND', 'UNAUTHORIZED'],
    shows: ['delivery', 'loan'],
    silent: true,
  }),
  sendDeliveryAgain: endpoint({
    method: 'POST',
    path: '/v2/loans/{id}/deliveries/{deliveryId}/sendAgain',
    audience: 'lender',
    summary: 'Confirm a stopped address, and send what did not arrive there again',
    params: z.strictObject({ id, deliveryId }),
    reply: success,
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['delivery', 'loan'],
  }),
};
