import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

/** Only the lender's own employees see addresses. */
export const deliveryPolicy = {
  read: (actor: Actor, _loan: Standing) => isPlatformAdmin(actor) || isStaff(actor),
  sendAgain: (actor: Actor, loan: Standing) =>
    lends(actor, loan) && (isPlatformAdmin(actor) || isStaff(actor)),
};
