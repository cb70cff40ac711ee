import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

export const creditPolicy = {
  /** The lender's employees on the loan. Administrators may not, because the operator has no permissible purpose. */
  see: (actor: Actor, loan: Standing) => !isPlatformAdmin(actor) && lends(actor, loan),
  run: (actor: Actor, loan: Standing) => !isPlatformAdmin(actor) && lends(actor, loan),
};
