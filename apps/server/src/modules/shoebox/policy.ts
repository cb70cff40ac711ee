import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { lends, type LoanRow, type Standing } from '../loans/index.ts';
import type { ItemRow } from './store.ts';

/** An item together with how the caller stands to its loan; null where it is of no loan. */
export type StandingItem = ItemRow & { standing: Standing | null };

const isOwn = (actor: Actor, { user_id, shoebox_owner_id, uploaded_by }: ItemRow): boolean =>
  [user_id, shoebox_owner_id, uploaded_by].includes(actor.accountId);

/** Of a loan, whoever lends on it; what lies in somebody's own shoebox is seen by nobody else. */
const lendsOn = (actor: Actor, { standing }: StandingItem): boolean =>
  standing !== null && lends(actor, standing);

export const shoeboxPolicy = {
  /** Whoever sees a loan may put a file into its shoebox. */
  add: (_actor: Actor, _loan: LoanRow) => true,
  /** The lender's people put down what somebody else handed to them. */
  addFor: (actor: Actor, loan: LoanRow & Standing) => lends(actor, loan),
  /** To a loan comes what is one's own, where one lends. */
  bring: (actor: Actor, loan: LoanRow & Standing) => lends(actor, loan),
};

export const itemPolicy = {
  /**
   * To rename and to file: those who lend on the loan, everybody else what is theirs. Whether the request takes it
   * is the request's own rule.
   */
  handle: (actor: Actor, item: StandingItem) => lendsOn(actor, item) || isOwn(actor, item),
  /** Outside the lender, what they uploaded themselves. */
  trash: (actor: Actor, item: StandingItem) =>
    lendsOn(actor, item) || item.uploaded_by === actor.accountId,
  /** For good: whoever answers for the company, and each their own. */
  remove: (actor: Actor, item: StandingItem) =>
    item.shoebox_type === 'PERSONAL'
      ? item.shoebox_owner_id === actor.accountId
      : isPlatformAdmin(actor) || (isStaff(actor) && item.standing?.owns_company === true),
};
