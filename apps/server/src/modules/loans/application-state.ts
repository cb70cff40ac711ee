import type { ApplicationState, LoanStatus, PhaseCategory } from '@cairn/contract';

/** Withdrawn is the loan's status, until the review starts: docs/spec/decisions.md, F.4. */
export const applicationStateOf = (
  state: Exclude<ApplicationState, 'WITHDRAWN'>,
  status: LoanStatus,
): ApplicationState =>
  status === 'WITHDRAWN' && (state === 'DRAFT' || state === 'SUBMITTED') ? 'WITHDRAWN' : state;

interface WithdrawableParts {
  state: ApplicationState;
  status: LoanStatus;
  phase_category: PhaseCategory;
}

/**
 * Withdrawn by the applicant: not once the lender has moved the loan on by itself. A lender without lead phases
 * begins in origination, so that this phase says nothing.
 */
export const isWithdrawable = ({ state, status, phase_category }: WithdrawableParts): boolean =>
  (state === 'DRAFT' || state === 'SUBMITTED') &&
  (status === 'PROSPECT' || status === 'APPLICATION') &&
  (phase_category === 'LEAD' || phase_category === 'ORIGINATION');
