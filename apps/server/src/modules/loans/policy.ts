import type { LoanRole } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { LoanRow } from './store.ts';

/** The caller's relation to the loan, in the role they are logged in with. */
export interface Standing {
  my_roles: LoanRole[];
  owns_company: boolean;
}

/** The company's owners on every loan of it; other lenders on loans where they hold a role. */
export const lends = (actor: Actor, { my_roles, owns_company }: Standing): boolean =>
  isPlatformAdmin(actor) ||
  (isStaff(actor) && owns_company) ||
  (actor.roleLevel === 'LENDER' && my_roles.length > 0);

/** Company owners may undo the end of a loan and a move to a later stage. */
export const answersForCompany = (actor: Actor, { owns_company }: Standing): boolean =>
  isPlatformAdmin(actor) || (isStaff(actor) && owns_company);

export const isLeadBorrower = ({ my_roles }: Standing): boolean =>
  my_roles.includes('LEAD_BORROWER');

/** Lenders and the lead borrower may invite borrowers. */
export const invitesTo = (actor: Actor, loan: Standing): boolean =>
  lends(actor, loan) || isLeadBorrower(loan);

export const loanPolicy = {
  pin: (_actor: Actor, _loan: LoanRow) => true,
  /** Anyone who sees a loan may upload a file; answering a request has a separate rule. */
  upload: (_actor: Actor, _loan: LoanRow) => true,
};

/** Changing a loan's own fields, status and phase. */
export const statePolicy = {
  edit: (actor: Actor, loan: Standing) => lends(actor, loan),
};

/** The lender controls the review; the lead borrower may also declare that everything is ready for it. */
export const reviewPolicy = {
  take: (actor: Actor, loan: Standing & { to: ReviewStatus }) =>
    lends(actor, loan) || (loan.to === 'READY_TO_REVIEW' && isLeadBorrower(loan)),
};

export const labelPolicy = {
  /** Labels are the lender's notes about people. The lead borrower may read them, other borrowers may not. */
  read: (actor: Actor, loan: Standing) =>
    isPlatformAdmin(actor) ||
    isStaff(actor) ||
    actor.roleLevel === 'LENDER' ||
    isLeadBorrower(loan),
  put: (actor: Actor, loan: Standing) => lends(actor, loan),
};
