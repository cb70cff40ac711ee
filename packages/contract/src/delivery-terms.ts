/**
 * The states of an email or SMS, in the order in which they can occur. STOPPED: not sent, because sending to its
 * address is stopped.
 */
export const DELIVERY_STATES = [
  'QUEUED',
  'SENT',
  'DELAYED',
  'DELIVERED',
  'BOUNCED',
  'COMPLAINED',
  'STOPPED',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** States of messages that did not arrive. */
export const UNDELIVERED_STATES = ['BOUNCED', 'COMPLAINED', 'STOPPED'] as const;

/** Default and maximum page size of a loan's emails and SMS. */
export const DELIVERIES_PAGE = 25;
export const MAX_LISTED_DELIVERIES = 50;
