import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

/** Addresses are for the lender's own employees. */
export const deliveryPolicy = {
  read: (actor: Actor, _loan: Standing) => isPlatformAdmin(actor) || isStaff(actor),
  sendAgain: (actor: Actor, loan: Standing) =>
    lends(actor, loan) && (isPlatformAdmin(actor) || isStaff(actor)),
};
