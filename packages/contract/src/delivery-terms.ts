/** What became of an email or SMS, in the order in which it can. STOPPED: not sent, because its address is stopped. */
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

/** Newest emails and texts of a loan in one answer. */
export const MAX_LISTED_DELIVERIES = 50;
