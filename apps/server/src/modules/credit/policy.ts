import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

export const creditPolicy = {
  /** The lender's people on the loan. The operator has no permissible purpose for anybody's credit. */
  see: (actor: Actor, loan: Standing) => !isPlatformAdmin(actor) && lends(actor, loan),
  run: (actor: Actor, loan: Standing) => !isPlatformAdmin(actor) && lends(actor, loan),
};
