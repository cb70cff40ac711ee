import type { BellNotification } from '@cairn/contract';
import { send } from './client.ts';
import { exportSearch, exportWords } from './exportWords.ts';
import { routes } from './routes.ts';
import { areExportsShown } from './shownExports.ts';
import { waitingToasts } from './toast.ts';

/** Long enough to read the message and to reach its button. */
const STAY_MS = 10_000;
const announcedIds = new Set<string>();

const isUntold = ({ id, kind }: BellNotification): boolean =>
  kind === 'EXPORTED' && !announcedIds.has(id);

/**
 * Shows the result of the newest download. If the list of downloads is visible, it already shows the result, so the
 * notification is marked as read instead.
 */
export async function toastExport(): Promise<void> {
  const { notifications } = await send('listNotifications', { query: { show: 'unread' } });
  const line = notifications.find(isUntold);
  if (!line?.exported) return;
  const { id, loan, exported } = line;
  announcedIds.add(id);
  if (areExportsShown(loan.id) && document.visibilityState === 'visible') {
    await send('markNotificationRead', { params: { id } });
    return;
  }
  const { what, action } = exportWords(exported);
  const link = {
    words: action,
    to: routes.loan,
    params: { loanId: loan.id },
    search: exportSearch(exported),
  };
  const next = {
    id: `toast-export-${id}`,
    kind: exported.ready.length > 0 ? ('success' as const) : ('error' as const),
    message: `Your download of ${loan.name} ${what}`,
    stayMs: STAY_MS,
    link,
  };
  waitingToasts.set((waiting) => [...waiting, next]);
}
