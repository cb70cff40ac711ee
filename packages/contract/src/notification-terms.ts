/** Kinds and topics of notifications. */

/** Kinds of notifications, named from the reader's side. */
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
  'EXPORTED',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Topics by which notifications are gathered into emails. */
const EMAIL_TOPICS = [
  'MEMBERS',
  'MESSAGES',
  'STATUS',
  'REQUESTS',
  'REVIEWS',
  'UPLOADS',
  'REMINDERS',
] as const;
export type EmailTopic = (typeof EMAIL_TOPICS)[number];

/** Topics with preferences. Results of downloads are shown in the bell only. */
export type NotificationTopic = EmailTopic | 'EXPORTS';

/** Kinds of email with an unsubscribe link. Requests and their reminders share one setting. */
export const UNSUBSCRIBE_TOPICS = [...EMAIL_TOPICS, 'SUMMARY'] as const;
export type UnsubscribeTopic = (typeof UNSUBSCRIBE_TOPICS)[number];

/** The kind of notification for which open pages show a toast: a download is ready, or could not be prepared. */
export const NOTIFICATION_EXPORTED = 'notification.exported';

/** Page size of the bell. */
export const NOTIFICATIONS_PER_PAGE = 30;
/** The highest unread count that the bell shows; above it, it shows "99+". */
export const MAX_UNREAD_NOTIFICATIONS = 99;

/**
 * When non-urgent emails are sent; with NEVER, their events appear only in the bell. Emails about status, people and
 * reminders are sent immediately.
 */
export const EMAIL_FREQUENCIES = ['AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'] as const;
export type EmailFrequency = (typeof EMAIL_FREQUENCIES)[number];

/** Maximum number of reminders a day that a borrower may send to people to whom they assigned requests. */
export const MAX_ASSIGNEE_REMINDERS_A_DAY = 10;
