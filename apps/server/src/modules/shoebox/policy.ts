import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { lends, type LoanRow, type Standing } from '../loans/index.ts';
import type { ItemRow } from './store.ts';

/** An item with the caller's relation to its loan; null if it has no loan. */
export type StandingItem = ItemRow & { standing: Standing | null };

const isOwn = (actor: Actor, { user_id, shoebox_owner_id, uploaded_by }: ItemRow): boolean =>
  [user_id, shoebox_owner_id, uploaded_by].includes(actor.accountId);

/** The lenders of the item's loan; an item in a user's own shoebox is visible only to that user. */
const lendsOn = (actor: Actor, { standing }: StandingItem): boolean =>
  standing !== null && lends(actor, standing);

export const shoeboxPolicy = {
  /** Anyone who sees a loan may add a file to its shoebox. */
  add: (_actor: Actor, _loan: LoanRow) => true,
  /** Lenders may add files that another person gave them. */
  addFor: (actor: Actor, loan: LoanRow & Standing) => lends(actor, loan),
  /** People may move their own files to loans on which they are lenders. */
  bring: (actor: Actor, loan: LoanRow & Standing) => lends(actor, loan),
};

export const itemPolicy = {
  /**
   * Rename and file: lenders of the loan may handle all items, others their own. Filing also needs the request's
   * permission.
   */
  handle: (actor: Actor, item: StandingItem) => lendsOn(actor, item) || isOwn(actor, item),
  /** Outside the lender, people may trash what they uploaded; in their own shoebox also what was sent to them. */
  trash: (actor: Actor, item: StandingItem) =>
    lendsOn(actor, item) || [item.uploaded_by, item.shoebox_owner_id].includes(actor.accountId),
  /** Permanently: company owners may delete all items, others their own. */
  remove: (actor: Actor, item: StandingItem) =>
    item.shoebox_type === 'PERSONAL'
      ? item.shoebox_owner_id === actor.accountId
      : isPlatformAdmin(actor) || (isStaff(actor) && item.standing?.owns_company === true),
};
