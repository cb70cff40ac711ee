/** The states of an email or SMS, in their possible order. STOPPED: not sent, because its address is stopped. */
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

/** Emails and texts of a loan in one answer: unless the caller says otherwise, and at most. */
export const DELIVERIES_PAGE = 25;
export const MAX_LISTED_DELIVERIES = 50;
