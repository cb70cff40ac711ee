import { z } from 'zod';
import { LOAN_STATUS_CODES, SCAN_REASONS } from './constants.ts';
import { REJECTION_CODES } from './element-terms.ts';
import { endpoint } from './endpoint.ts';
import { EXPORT_OPTIONS, PACKAGE_KINDS } from './export-terms.ts';
import { UNREADABLE_STATES } from './file-terms.ts';
import { NOTIFICATION_KINDS, UNSUBSCRIBE_TOPICS } from './notification-terms.ts';
import { byId, id, person, timestamp, success } from './shapes.ts';

/** One line of the bell: an event, or several similar ones of the same day [R137]. */
export const bellNotification = z.object({
  id,
  /** The user to whom the notification belongs. */
  userId: id,
  read: z.boolean(),
  kind: z.enum(NOTIFICATION_KINDS),
  createdDate: timestamp,
  /** Number of events that this line represents. */
  count: z.number().int(),
  loan: z.object({
    id,
    name: z.string(),
    shortCode: z.string(),
    color: z.string(),
    /** Whether the caller has muted it. */
    muted: z.boolean(),
  }),
  companyId: id,
  /** Null for events that the application caused itself. */
  createdByUser: person.nullable(),
  /** Titles of the newest requests, or names of the newest files; at most three. */
  titles: z.array(z.string()),
  /** The newest request, which the notification links to. */
  elementId: id.nullable(),
  threadId: id.nullable(),
  /** The note that mentions the reader. */
  noteId: id.nullable(),
  loanStatus: z.enum(LOAN_STATUS_CODES).nullable(),
  rejection: z
    .object({ code: z.enum(REJECTION_CODES).nullable(), reason: z.string().nullable() })
    .nullable(),
  scanReason: z.enum(SCAN_REASONS).nullable(),
  /** Why a file's content cannot be read. */
  contentState: z.enum(UNREADABLE_STATES).nullable(),
  accepted: z.boolean().nullable(),
  /** The result of the reader's export: which files are ready, and which failed. */
  exported: z
    .object({
      ready: z.array(z.enum(PACKAGE_KINDS)),
      failed: z.array(z.enum(PACKAGE_KINDS)),
      options: z.array(z.enum(EXPORT_OPTIONS)),
      /** The job of a download of selected files; null for an export of the whole package. */
      jobId: id.nullable(),
    })
    .nullable(),
});
export type BellNotification = z.infer<typeof bellNotification>;

const mutedLoan = z.object({ id, name: z.string(), shortCode: z.string() });

/** `message`, because reading a message also marks its notification as read. */
const SHOWS = ['notification', 'message'] as const;
const CHANGES = ['notification'] as const;

export const notifications = {
  listNotifications: endpoint({
    method: 'GET',
    path: '/v2/notification/bell',
    audience: 'session',
    summary: 'The caller’s notifications in the logged role, newest first, similar ones as one',
    query: z.strictObject({
      show: z
        .enum(['all', 'unread', 'mentions'])
        .default('all')
        .describe('mentions: notes that name the caller'),
      page: id.optional().describe('nextPage of the answer before; the first page without it'),
    }),
    reply: z.object({
      notifications: z.array(bellNotification),
      nextPage: id.nullable(),
    }),
    errors: ['INVALID_REQUEST'],
    shows: SHOWS,
    silent: true,
  }),
  countUnreadNotifications: endpoint({
    method: 'GET',
    path: '/v2/notification/bell/unread/count',
    audience: 'session',
    summary: 'How many lines of the caller’s bell are unread; counts up to 100',
    reply: z.object({ count: z.number().int() }),
    shows: SHOWS,
    silent: true,
  }),
  markNotificationRead: endpoint({
    method: 'POST',
    path: '/v2/notification/bell/{id}/markRead',
    audience: 'session',
    summary: 'Mark one line of the bell as read, with all events that it stands for',
    params: byId,
    reply: success,
    errors: ['NOT_FOUND'],
    changes: CHANGES,
  }),
  markAllNotificationsRead: endpoint({
    method: 'POST',
    path: '/v2/notification/bell/markReadAll',
    audience: 'session',
    summary: 'Mark everything in the caller’s bell as read',
    reply: success,
    changes: CHANGES,
  }),
  muteLoan: endpoint({
    method: 'PUT',
    path: '/v2/notification/loans/{id}/mute',
    audience: 'session',
    summary:
      'Hear no more of a loan, or hear of it again. Reminders, changes of its people and the caller’s own downloads still come',
    params: byId,
    body: z.strictObject({ muted: z.boolean() }),
    reply: success,
    errors: ['LOAN_NOT_FOUND', 'INVALID_REQUEST'],
    changes: CHANGES,
  }),
  listMutedLoans: endpoint({
    method: 'GET',
    path: '/v2/notification/loans/muted',
    audience: 'session',
    summary: 'Loans that the caller muted and still sees',
    reply: z.object({ loans: z.array(mutedLoan) }),
    shows: SHOWS,
  }),
  unsubscribe: endpoint({
    method: 'POST',
    path: '/v2/notification/unsubscribe',
    audience: 'public',
    summary: 'Stop the kind of email that a signed link of that email names, for its recipient',
    body: z.strictObject({ token: z.string().max(200) }),
    reply: z.object({ topic: z.enum(UNSUBSCRIBE_TOPICS) }),
    errors: ['WRONG_LINK', 'INVALID_REQUEST'],
    limit: 'code',
    recordedEachTime: true,
  }),
  markAllNotificationsReadById: endpoint({
    method: 'POST',
    path: '/v2/notification/bell/{id}/markReadAll',
    audience: 'session',
    summary: 'The same by its other path; the id has no effect',
    params: byId,
    reply: success,
    changes: CHANGES,
  }),
};
