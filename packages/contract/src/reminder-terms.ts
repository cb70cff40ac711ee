/** Limits of a reminder policy; the database enforces the same. */
export const REMINDER_LIMITS = {
  dueDays: [1, 365],
  daysBefore: [0, 14],
  everyDays: [1, 30],
  maxReminders: [1, 20],
} as const;
export const MAX_BLACKOUT_DAYS = 100;

/** How far ahead a loan's page shows planned reminders. */
export const REMINDERS_AHEAD_DAYS = 14;

/**
 * NOT_NEEDED: the requests were answered or withdrawn before it was sent. DROPPED: a sending limit was reached.
 * WAITING: until quiet hours end or a sending limit allows it. DELIVERED, DELAYED, BOUNCED, COMPLAINED: as the
 * recipient's provider reported it. STOPPED: not sent, because earlier messages to this address bounced.
 */
export const REMINDER_DELIVERY_STATES = [
  'DELIVERED',
  'SENT',
  'DELAYED',
  'WAITING',
  'BOUNCED',
  'COMPLAINED',
  'STOPPED',
  'DROPPED',
  'NOT_NEEDED',
] as const;
export type ReminderDeliveryState = (typeof REMINDER_DELIVERY_STATES)[number];
