import type { ApplicationState, LoanStatus, PhaseCategory } from '@cairn/contract';

/** Withdrawn is a status of the loan, possible until the review starts: docs/spec/decisions.md, F.4. */
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
 * Whether the applicant may still withdraw: not after the lender has moved the loan on. If a lender has no lead
 * phases, applications start in origination, so that phase does not count as moved on.
 */
export const isWithdrawable = ({ state, status, phase_category }: WithdrawableParts): boolean =>
  (state === 'DRAFT' || state === 'SUBMITTED') &&
  (status === 'PROSPECT' || status === 'APPLICATION') &&
  (phase_category === 'LEAD' || phase_category === 'ORIGINATION');
