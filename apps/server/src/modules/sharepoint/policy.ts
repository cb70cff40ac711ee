import type { Actor } from '../../platform/actor.ts';
import { lends, type Standing } from '../loans/index.ts';

export const sharePointPolicy = {
  /**
   * Exports copy documents to the lender's own library, so only people of the lender who work on the loan may start
   * one.
   */
  export: (actor: Actor, loan: Standing) => lends(actor, loan),
};
