import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { lends, type LoanRow, type Standing } from '../loans/index.ts';
import type { ItemRow } from './store.ts';

/** An item with the caller's relation to its loan; null where it has no loan. */
export type StandingItem = ItemRow & { standing: Standing | null };

const isOwn = (actor: Actor, { user_id, shoebox_owner_id, uploaded_by }: ItemRow): boolean =>
  [user_id, shoebox_owner_id, uploaded_by].includes(actor.accountId);

/** On a loan, its lenders; an item in a user's own shoebox is visible only to that user. */
const lendsOn = (actor: Actor, { standing }: StandingItem): boolean =>
  standing !== null && lends(actor, standing);

export const shoeboxPolicy = {
  /** Anyone who sees a loan may put a file into its shoebox. */
  add: (_actor: Actor, _loan: LoanRow) => true,
  /** Lenders add files that another person handed to them. */
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
  /** Outside the lender, what they uploaded themselves; in one's own shoebox also what was sent there. */
  trash: (actor: Actor, item: StandingItem) =>
    lendsOn(actor, item) || [item.uploaded_by, item.shoebox_owner_id].includes(actor.accountId),
  /** Permanently: company owners, and each user their own. */
  remove: (actor: Actor, item: StandingItem) =>
    item.shoebox_type === 'PERSONAL'
      ? item.shoebox_owner_id === actor.accountId
      : isPlatformAdmin(actor) || (isStaff(actor) && item.standing?.owns_company === true),
};
