import { isStaff, type Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

export const detailPolicy = {
  /** Custom fields are internal to the lender. */
  see: (actor: Actor, loan: Standing) => isStaff(actor) || lends(actor, loan),
  edit: (actor: Actor, loan: Standing) => lends(actor, loan),
};
