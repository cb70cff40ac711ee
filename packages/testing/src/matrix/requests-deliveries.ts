/** Aims of the calls about deliveries of email and SMS. */
import type { deliveries } from '@cairn/contract/deliveries';
import { LOAN, type Aim } from './aims.ts';

export const DELIVERY_AIMS: Record<keyof typeof deliveries, Aim> = {
  listDeliveries: {
    scopes: LOAN,
    at: ({ loan, deliveryId: _made }) => ({ params: { id: loan.id } }),
  },
  listStoppedAddresses: {
    scopes: LOAN,
    at: ({ loan, deliveryId: _made }) => ({ params: { id: loan.id } }),
  },
  sendDeliveryAgain: {
    scopes: LOAN,
    at: ({ loan, deliveryId }) => ({ params: { id: loan.id, deliveryId } }),
  },
};
