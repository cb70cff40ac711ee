import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { isLeadBorrower, lends, type Standing } from '../loans/index.ts';

export interface Owned extends Standing {
  /** The person represented by the individual. */
  account_id: string | null;
}

export const isOwnEntity = (actor: Actor, { account_id }: Owned): boolean =>
  account_id === actor.accountId &&
  (actor.roleLevel === 'BORROWER' || actor.roleLevel === 'APPLICANT');

export const loanEntityPolicy = {
  /** Contacts do not see who borrows and guarantees. */
  see: (actor: Actor, _loan: Standing) => actor.roleLevel !== 'CONTACT',
  /** The lender, and the lead borrower for the application. */
  add: (actor: Actor, loan: Standing) => lends(actor, loan) || isLeadBorrower(loan),
  /** Labels, bulk changes, removal. */
  manage: (actor: Actor, loan: Standing) => lends(actor, loan),
  /** What the lender notes of an entity stays with those who lend. */
  seeCustomizations: (actor: Actor, loan: Standing) => isStaff(actor) || lends(actor, loan),
  /** A borrower or applicant may add themselves to the loan. */
  addSelf: (actor: Actor, loan: Standing) =>
    lends(actor, loan) || actor.roleLevel === 'BORROWER' || actor.roleLevel === 'APPLICANT',
};

export const entityPolicy = {
  /** The lead borrower edits all entities except those of people who log in and edit their own. */
  edit: (actor: Actor, entity: Owned) =>
    lends(actor, entity) ||
    isOwnEntity(actor, entity) ||
    (isLeadBorrower(entity) && entity.account_id === null),
  /** Ownership is determined by the lender. */
  setOwners: (actor: Actor, entity: Owned) => lends(actor, entity) || isLeadBorrower(entity),
  /** Platform administrators must not see people's identifiers. */
  reveal: (actor: Actor, entity: Owned) =>
    !isPlatformAdmin(actor) && (lends(actor, entity) || isOwnEntity(actor, entity)),
};
