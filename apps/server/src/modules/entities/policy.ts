import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { isLeadBorrower, lends, type Standing } from '../loans/index.ts';

export interface Owned extends Standing {
  /** The person whose own individual it is. */
  account_id: string | null;
}

export const isOwnEntity = (actor: Actor, { account_id }: Owned): boolean =>
  account_id === actor.accountId &&
  (actor.roleLevel === 'BORROWER' || actor.roleLevel === 'APPLICANT');

export const loanEntityPolicy = {
  /** Contacts have no part in who borrows and guarantees. */
  see: (actor: Actor, _loan: Standing) => actor.roleLevel !== 'CONTACT',
  /** The lender's people, and the lead borrower for the application. */
  add: (actor: Actor, loan: Standing) => lends(actor, loan) || isLeadBorrower(loan),
  /** Labels, many at once, taking off. */
  manage: (actor: Actor, loan: Standing) => lends(actor, loan),
  /** A borrower or applicant may add themselves to the loan. */
  addSelf: (actor: Actor, loan: Standing) =>
    lends(actor, loan) || actor.roleLevel === 'BORROWER' || actor.roleLevel === 'APPLICANT',
};

export const entityPolicy = {
  /** The lead borrower fills in for everybody but those who sign in and do it themselves. */
  edit: (actor: Actor, entity: Owned) =>
    lends(actor, entity) ||
    isOwnEntity(actor, entity) ||
    (isLeadBorrower(entity) && entity.account_id === null),
  /** Who owns it is the lender's finding. */
  setOwners: (actor: Actor, entity: Owned) => lends(actor, entity) || isLeadBorrower(entity),
  /** The platform's administrators have no business with people's identifiers. */
  reveal: (actor: Actor, entity: Owned) =>
    !isPlatformAdmin(actor) && (lends(actor, entity) || isOwnEntity(actor, entity)),
};
