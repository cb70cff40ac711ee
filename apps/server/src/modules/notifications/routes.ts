import { NOTIFICATIONS_PER_PAGE } from '@cairn/contract';
import { notifications } from '@cairn/contract/notifications';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Tx } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordOwnEvent } from '../../platform/record-event.ts';
import { loanWithStanding } from '../loans/index.ts';
import { publishTo } from './create-store.ts';
import { presentNotification } from './present.ts';
import { stopEmails, type StopEmailsDeps } from './stop-emails.ts';
import { bellPage, markAllRead, markLineRead, mutedLoans, saveMute, unreadCount } from './store.ts';

/** The caller's own bell; no call reaches another person's. */
export const notificationRoutes = (deps: StopEmailsDeps) => {
  const readAll = async (tx: Tx, actor: Actor) => {
    await markAllRead(tx, actor);
    tx.atCommit(publishTo(PLATFORM_COMPANY, actor.accountId));
    return { success: true };
  };
  return routes(notifications, {
    listNotifications: async ({ actor, query, reads }) => {
      const rows = await reads.run(bellPage(actor, query));
      const page = rows.slice(0, NOTIFICATIONS_PER_PAGE);
      return {
        notifications: page.map((row) => presentNotification(row, actor)),
        nextPage: rows.length > page.length ? page.at(-1)!.id : null,
      };
    },

    countUnreadNotifications: async ({ actor, reads }) => {
      const [row] = await reads.run(unreadCount(actor));
      return { count: row?.count ?? 0 };
    },

    markNotificationRead: ({ actor, params, write }) =>
      write(async (tx) => {
        if (!(await markLineRead(tx, actor, params.id))) throw new ApiError('NOT_FOUND');
        tx.atCommit(publishTo(PLATFORM_COMPANY, actor.accountId));
        return { success: true };
      }),

    muteLoan: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const loan = await loanWithStanding(tx, actor, params.id);
        await saveMute(tx, actor, loan, body.muted);
        recordOwnEvent(tx, actor, {
          kind: body.muted ? 'settings.loanMuted' : 'settings.loanUnmuted',
          changes: notifications.muteLoan.changes ?? [],
          detail: { loanId: loan.id },
        });
        return { success: true };
      }),

    unsubscribe: async ({ body, http }) => ({
      topic: await stopEmails(deps, body.token, http.networkAddress),
    }),

    listMutedLoans: async ({ actor, reads }) => {
      const rows = await reads.run(mutedLoans(actor));
      return {
        loans: rows.map(({ id, name, short_code: shortCode }) => ({ id, name, shortCode })),
      };
    },

    markAllNotificationsRead: ({ actor, write }) => write((tx) => readAll(tx, actor)),
    markAllNotificationsReadById: ({ actor, write }) => write((tx) => readAll(tx, actor)),
  });
};
