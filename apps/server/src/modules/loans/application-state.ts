import type { ApplicationState, LoanStatus } from '@cairn/contract';

/** Withdrawn is the loan's status, until the review starts: docs/spec/decisions.md, F.4. */
export const applicationStateOf = (
  state: Exclude<ApplicationState, 'WITHDRAWN'>,
  status: LoanStatus,
): ApplicationState =>
  status === 'WITHDRAWN' && (state === 'DRAFT' || state === 'SUBMITTED') ? 'WITHDRAWN' : state;
