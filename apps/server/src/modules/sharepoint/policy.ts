import type { Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

export const sharePointPolicy = {
  /** A copy leaves for the lender's own library: for people of the lender who work on the loan. */
  export: (actor: Actor, loan: Standing) => lends(actor, loan),
};
