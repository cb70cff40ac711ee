import type { LoanRole } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { LoanRow } from './store.ts';

/** The caller's relation to the loan, in the role they are logged in with. */
export interface Standing {
  my_roles: LoanRole[];
  owns_company: boolean;
}

/** The company's owner on every loan of it; everybody else who lends, where they have a part. */
export const lends = (actor: Actor, { my_roles, owns_company }: Standing): boolean =>
  isPlatformAdmin(actor) ||
  (isStaff(actor) && owns_company) ||
  (actor.roleLevel === 'LENDER' && my_roles.length > 0);

/** Company owners can undo an end or a move to a later stage. */
export const answersForCompany = (actor: Actor, { owns_company }: Standing): boolean =>
  isPlatformAdmin(actor) || (isStaff(actor) && owns_company);

export const isLeadBorrower = ({ my_roles }: Standing): boolean =>
  my_roles.includes('LEAD_BORROWER');

/** Borrowers are asked by those who lend, and by the lead borrower. */
export const invitesTo = (actor: Actor, loan: Standing): boolean =>
  lends(actor, loan) || isLeadBorrower(loan);

export const loanPolicy = {
  pin: (_actor: Actor, _loan: LoanRow) => true,
  /** Anyone who sees a loan may upload a file; answering a request has its own rule. */
  upload: (_actor: Actor, _loan: LoanRow) => true,
};

/** What a loan says of itself, its status and its phase. */
export const statePolicy = {
  edit: (actor: Actor, loan: Standing) => lends(actor, loan),
};

/** A review is the lender's; that everything is there to begin it, the lead borrower may say too. */
export const reviewPolicy = {
  take: (actor: Actor, loan: Standing & { to: ReviewStatus }) =>
    lends(actor, loan) || (loan.to === 'READY_TO_REVIEW' && isLeadBorrower(loan)),
};

export const labelPolicy = {
  /** Labels are the lender's words about people. The lead borrower reads them, other borrowers do not. */
  read: (actor: Actor, loan: Standing) =>
    isPlatformAdmin(actor) ||
    isStaff(actor) ||
    actor.roleLevel === 'LENDER' ||
    isLeadBorrower(loan),
  put: (actor: Actor, loan: Standing) => lends(actor, loan),
};
