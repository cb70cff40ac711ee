/** What people are notified of. */

/** What happened, from the reader's side. */
export const NOTIFICATION_KINDS = [
  'STATUS_CHANGED',
  'MEMBER_ADDED',
  'MEMBER_REMOVED',
  'MESSAGE',
  'APPLICATION_SUBMITTED',
  'APPLICATION_DECIDED',
  'REQUESTED',
  'REJECTED',
  'APPROVED',
  'UPLOADED',
  'FILE_BLOCKED',
  'FILE_UNREADABLE',
  'REMINDED',
  'NOTE',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** What a person has preferences for, and what is gathered into one email. */
const NOTIFICATION_TOPICS = [
  'MEMBERS',
  'MESSAGES',
  'STATUS',
  'REQUESTS',
  'REVIEWS',
  'UPLOADS',
  'REMINDERS',
] as const;
export type NotificationTopic = (typeof NOTIFICATION_TOPICS)[number];

/** Kinds of email that a link in them stops. Requests and their reminders have one switch. */
export const UNSUBSCRIBE_TOPICS = [...NOTIFICATION_TOPICS, 'SUMMARY'] as const;
export type UnsubscribeTopic = (typeof UNSUBSCRIBE_TOPICS)[number];

/** Lines of the bell in one answer. */
export const NOTIFICATIONS_PER_PAGE = 30;
/** Beyond, the bell says "99+". */
export const MAX_UNREAD_NOTIFICATIONS = 99;

/** When emails that can wait are sent; with NEVER, they are in the bell only. Status, people and reminders are told at once. */
export const EMAIL_FREQUENCIES = ['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** Reminders that a borrower may send to those to whom they handed requests over, in a day. */
export const MAX_ASSIGNEE_REMINDERS_A_DAY = 10;
