import type { Invitation } from '@cairn/contract';
import { send } from '../../lib/client.ts';
import { routes } from '../../lib/routes.ts';

/** Where a person who accepted begins: an application waits for their own information, and for nothing else of them. */
export async function firstPage({ level, loan }: Invitation): Promise<string> {
  if (level === 'OWNER') return routes.adminPeople;
  if (!loan) return routes.home;
  // A loan without an application answers 404, as for a contact 403: they begin at home.
  const application = await send('getApplication', { params: { id: loan.id } }).catch(() => null);
  if (!application?.abilities.submitOwnInfo) return routes.home;
  return routes.applicationStep
    .replace('$lenderId', application.lenderId)
    .replace('$loanId', application.loanId)
    .replace('$taskView', 'own-info');
}
