/** Aims of the calls about notifications. */
import type { notifications } from '@cairn/contract/notifications';
import { LOAN, loanById, NOTHING, type Aim, type Aimed } from './aims.ts';
import type { Target } from './targets.ts';

/** `hidden` is a notification of the caller about a request that only lenders see. */
const line: Aim = {
  scopes: ['own', 'hidden', 'same-company', 'other-company', 'missing'],
  at: ({ notificationId }: Target): Aimed => ({ params: { id: notificationId } }),
};
const list: Aim = { scopes: NOTHING, at: () => ({}) };

export const NOTIFICATION_AIMS: Record<keyof typeof notifications, Aim> = {
  // The list is filled, so that anything the caller may not see would be in the reply.
  listNotifications: { scopes: ['own', 'hidden'], at: ({ notificationId: _made }) => ({}) },
  countUnreadNotifications: list,
  markNotificationRead: line,
  markAllNotificationsRead: list,
  muteLoan: {
    scopes: LOAN,
    at: (target) => ({ ...loanById(target), body: { muted: true } }),
  },
  // A token that the server did not sign, so the caller makes no difference.
  unsubscribe: { scopes: NOTHING, at: () => ({ body: { token: 'REQUESTS.a.1.b' } }) },
  listMutedLoans: list,
  // The id of another account has no effect.
  markAllNotificationsReadById: {
    scopes: ['own', 'other-company'],
    at: ({ notificationId }) => ({ params: { id: notificationId } }),
  },
};
