import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { invitesTo, leads, lends, type Standing } from '../loans/index.ts';

const borrows = ({ roleLevel }: Actor): boolean =>
  roleLevel === 'BORROWER' || roleLevel === 'APPLICANT';

/** An employee who works on the loan fills in for whoever applies; owners and underwriters do not. */
const standsIn = (actor: Actor, { my_roles, owns_company }: Standing): boolean =>
  isStaff(actor) && !owns_company && my_roles.length > 0;

/** How the caller stands to a lender at which they would apply. */
export interface AtLender {
  lender_id: string;
  my_level: 'OWNER' | 'EMPLOYEE' | null;
}

export const applyingPolicy = {
  /** For oneself. */
  apply: (actor: Actor, _lender: AtLender) => borrows(actor),
  /** For somebody who asked the company to. */
  applyFor: (actor: Actor, { lender_id, my_level }: AtLender) =>
    actor.companyId === lender_id && my_level === 'EMPLOYEE',
};

const reviews = (actor: Actor, loan: Standing): boolean =>
  !isPlatformAdmin(actor) && lends(actor, loan);

export const seeingPolicy = {
  /** Contacts have no part in what somebody applies for. */
  see: (actor: Actor, _what: 'one' | 'many') => actor.roleLevel !== 'CONTACT',
};

export const applicationPolicy = {
  edit: (actor: Actor, loan: Standing) => leads(loan) || standsIn(actor, loan),
  /** Whoever borrows says what there is to say of themselves. */
  editSelf: (actor: Actor, loan: Standing) => borrows(actor) && loan.my_roles.length > 0,
  invite: (actor: Actor, loan: Standing) => invitesTo(actor, loan),
  seeInvites: (actor: Actor, loan: Standing) => isStaff(actor) || invitesTo(actor, loan),
  submit: (actor: Actor, loan: Standing) => borrows(actor) && leads(loan),
  finishReview: (actor: Actor, loan: Standing) => reviews(actor, loan),
};

export const takingPolicy = {
  /** An employee takes one that nobody of the company has; after that it is for those who lend on it. */
  startReview: (actor: Actor, loan: Standing & { taken: boolean }) =>
    reviews(actor, loan) || (isStaff(actor) && !loan.taken),
};
