import type { BellNotification } from '@cairn/contract';
import { LOAN_STATUSES } from '@cairn/contract/constants';
import { REJECTION_REASONS } from '@cairn/contract/element-terms';
import { CONTENT_PROBLEM_TEXTS, SCAN_REASON_TEXTS } from '@cairn/contract/file-terms';
import { exportWords } from '../../lib/exportWords.ts';
import { personName } from '../../lib/format/names.ts';

/** The texts of one notification in the bell's panel. */
export interface NotificationText {
  /** The person who caused it, emphasized. */
  who: string | null;
  what: string;
  /** Shortened list of titles. */
  note: string | null;
  /** The lender's words, or what to do about a file. */
  quote: string | null;
}

const countText = (count: number, one: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${one}s`;

/** "Bank statements and 3 more". */
export function titlesInShort(titles: readonly string[], count: number): string | null {
  const [first] = titles;
  if (first === undefined) return null;
  return count > 1 ? `${first} and ${count - 1} more` : first;
}

/** Names a single request; several are counted, with their titles in the note. */
function aboutRequests(verb: string, { count, titles }: BellNotification, one = 'document') {
  return count === 1 && titles[0] !== undefined
    ? { what: `${verb} ${titles[0]}`, note: null }
    : { what: `${verb} ${countText(count, one)}`, note: titlesInShort(titles, count) };
}

const NO_FILES = { ready: [], failed: [], options: [], jobId: null };

export function notificationText(notification: BellNotification): NotificationText {
  const { kind, createdByUser, count, titles } = notification;
  const who = createdByUser && personName(createdByUser);
  const line = { who, note: null, quote: null };
  switch (kind) {
    case 'REQUESTED':
      return who
        ? { ...line, ...aboutRequests('requested', notification) }
        : { ...line, ...aboutRequests('New request:', notification) };
    case 'REMINDED':
      return { ...line, who: null, ...aboutRequests('Reminder:', notification) };
    case 'APPROVED':
      return { ...line, ...aboutRequests('approved', notification) };
    case 'UPLOADED':
      return { ...line, ...aboutRequests('uploaded', notification) };
    case 'REJECTED': {
      const { code = null, reason = null } = notification.rejection ?? {};
      const quote = reason ?? (code && REJECTION_REASONS[code].sentence);
      return { ...line, who: null, what: `${titles[0] ?? 'A document'} needs attention`, quote };
    }
    case 'FILE_BLOCKED':
      return {
        ...line,
        who: null,
        what: `${titles[0] ?? 'A file'} was blocked`,
        quote: SCAN_REASON_TEXTS[notification.scanReason ?? 'VIRUS'],
      };
    case 'FILE_UNREADABLE':
      return {
        ...line,
        who: null,
        what: `${titles[0] ?? 'A file'} can’t be read`,
        quote: CONTENT_PROBLEM_TEXTS[notification.contentState ?? 'DAMAGED'],
      };
    case 'STATUS_CHANGED': {
      const status = notification.loanStatus;
      const to = status ? ` to ${LOAN_STATUSES[status]}` : '';
      return { ...line, what: `changed the status${to}` };
    }
    case 'MEMBER_ADDED':
      return { ...line, what: 'added you to this loan' };
    case 'MEMBER_REMOVED':
      return { ...line, what: 'removed you from this loan' };
    case 'MESSAGE':
      return { ...line, what: count === 1 ? 'sent you a message' : `sent you ${count} messages` };
    case 'NOTE':
      return { ...line, what: 'mentioned you in a note' };
    case 'EXPORTED': {
      const { what, kinds } = exportWords(notification.exported ?? NO_FILES);
      return { ...line, who: null, what: `Your download ${what}`, note: kinds };
    }
    case 'APPLICATION_SUBMITTED':
      return { ...line, who: null, what: 'New loan application' };
    case 'APPLICATION_DECIDED':
      return {
        ...line,
        what: notification.accepted
          ? 'is moving your application forward'
          : 'declined your application',
      };
  }
}

/** Label of the action that the notification offers. The whole line links to it. */
export function actionWords({ kind, count, exported }: BellNotification): string {
  switch (kind) {
    case 'UPLOADED':
      return `Review ${count}`;
    case 'REQUESTED':
    case 'REMINDED':
      return 'Send';
    case 'EXPORTED':
      return exportWords(exported ?? NO_FILES).action;
    case 'REJECTED':
      return 'Fix';
    case 'MESSAGE':
      return 'Reply';
    default:
      return 'Open';
  }
}
