import type { ApplicationState, LoanStatus } from '@cairn/contract';

/** Withdrawn is the loan's status, until the review starts: docs/spec/decisions.md, F.4. */
export const applicationStateOf = (
  state: Exclude<ApplicationState, 'WITHDRAWN'>,
  status: LoanStatus,
): ApplicationState =>
  status === 'WITHDRAWN' && (state === 'DRAFT' || state === 'SUBMITTED') ? 'WITHDRAWN' : state;

/** Withdrawn by the applicant: not once the lender has moved the loan on by itself. */
export const isWithdrawable = (state: ApplicationState, status: LoanStatus): boolean =>
  (state === 'DRAFT' || state === 'SUBMITTED') &&
  (status === 'PROSPECT' || status === 'APPLICATION');
