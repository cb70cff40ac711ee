import { z } from 'zod';
import { DELIVERY_STATES } from './delivery-terms.ts';
import { endpoint } from './endpoint.ts';
import { byId, id, timestamp } from './shapes.ts';

/** Derived from other ids by a hash: the form of a UUID, without its version. */
const deliveryId = z.guid();

const delivery = z.object({
  id: deliveryId,
  channel: z.enum(['EMAIL', 'SMS']),
  /** Of a phone number the last digits. */
  address: z.string(),
  /** A notification topic or INVITATION; null where only the members of a conversation may know. */
  topic: z.string().nullable(),
  state: z.enum(DELIVERY_STATES),
  /** What the recipient’s server said. */
  reason: z.string().nullable(),
  createdDate: timestamp,
  stateDate: timestamp,
  /** Nothing more is sent to this address, and why. */
  stopped: z.enum(['BOUNCED', 'COMPLAINED']).nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** Not in the specification: what became of the emails and texts about a loan. */
export const deliveries = {
  listDeliveries: endpoint({
    method: 'GET',
    path: '/v2/loans/{id}/deliveries',
    audience: 'lender',
    summary: 'What became of the newest emails and texts about a loan, with their addresses',
    params: byId,
    reply: z.object({
      deliveries: z.array(delivery),
      abilities: z.object({ sendAgain: z.boolean() }),
    }),
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
    reply: z.object({ success: z.boolean() }),
    errors: ['LOAN_NOT_FOUND', 'NOT_FOUND', 'UNAUTHORIZED'],
    changes: ['delivery', 'loan'],
  }),
};
