import type { Invitation } from '@cairn/contract';
import { send } from '../../lib/client.ts';
import { routes } from '../../lib/routes.ts';

/** The page after accepting: the own-information step if the application needs it from this person, otherwise home. */
export async function firstPage({ level, loan }: Invitation): Promise<string> {
  if (level === 'OWNER') return routes.adminPeople;
  if (!loan) return routes.home;
  // Answers 404 for a loan without an application and 403 for contacts; both start at home.
  const application = await send('getApplication', { params: { id: loan.id } }).catch(() => null);
  if (!application?.abilities.submitOwnInfo) return routes.home;
  return routes.applicationStep
    .replace('$lenderId', application.lenderId)
    .replace('$loanId', application.loanId)
    .replace('$taskView', 'own-info');
}
