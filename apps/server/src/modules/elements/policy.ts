import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { ElementRow } from './store.ts';

const assignedToThem = (actor: Actor, element: ElementRow): boolean =>
  element.assigned_to === actor.accountId;

export const elementPolicy = {
  /**
   * The lender's people, and the borrowers whatever they see that nobody else was asked for; the
   * lead borrower stands in for everyone. Applicants and contacts bring what they were asked for.
   */
  answer: (actor: Actor, element: ElementRow) => {
    if (isStaff(actor) || isPlatformAdmin(actor)) return true;
    switch (actor.roleLevel) {
      case 'LENDER':
        return true;
      case 'BORROWER':
        return (
          element.assigned_to === null ||
          assignedToThem(actor, element) ||
          element.my_roles.includes('LEAD_BORROWER')
        );
      default:
        return assignedToThem(actor, element);
    }
  },
};
