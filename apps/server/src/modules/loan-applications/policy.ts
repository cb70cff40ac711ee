import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { invitesTo, isLeadBorrower, lends, type Standing } from '../loans/index.ts';

const borrows = ({ roleLevel }: Actor): boolean =>
  roleLevel === 'BORROWER' || roleLevel === 'APPLICANT';

/** An employee who works on the loan may edit for the applicant; owners and underwriters may not. */
const fillsInForApplicant = (actor: Actor, { my_roles, owns_company }: Standing): boolean =>
  isStaff(actor) && !owns_company && my_roles.length > 0;

/** The caller's relation to the lender that they apply at. */
export interface AtLender {
  lender_id: string;
  my_level: 'OWNER' | 'EMPLOYEE' | null;
}

export const applyingPolicy = {
  /** In their own name. */
  apply: (actor: Actor, _lender: AtLender) => borrows(actor),
  /** For a person who asked the company to do so. */
  applyFor: (actor: Actor, { lender_id, my_level }: AtLender) =>
    actor.companyId === lender_id && my_level === 'EMPLOYEE',
};

const reviews = (actor: Actor, loan: Standing): boolean =>
  !isPlatformAdmin(actor) && lends(actor, loan);

export const seeingPolicy = {
  /** Contacts have no access to applications. */
  see: (actor: Actor, _what: 'one' | 'many') => actor.roleLevel !== 'CONTACT',
};

export const applicationPolicy = {
  edit: (actor: Actor, loan: Standing) => isLeadBorrower(loan) || fillsInForApplicant(actor, loan),
  /** A borrower edits their own information. */
  editSelf: (actor: Actor, loan: Standing) => borrows(actor) && loan.my_roles.length > 0,
  invite: (actor: Actor, loan: Standing) => invitesTo(actor, loan),
  seeInvites: (actor: Actor, loan: Standing) => isStaff(actor) || invitesTo(actor, loan),
  submit: (actor: Actor, loan: Standing) => borrows(actor) && isLeadBorrower(loan),
  withdraw: (actor: Actor, loan: Standing) => borrows(actor) && isLeadBorrower(loan),
  finishReview: (actor: Actor, loan: Standing) => reviews(actor, loan),
};

export const claimPolicy = {
  /** Any employee may claim an unassigned application; after that only its lenders may review it. */
  startReview: (actor: Actor, loan: Standing & { taken: boolean }) =>
    reviews(actor, loan) || (isStaff(actor) && !loan.taken),
};
