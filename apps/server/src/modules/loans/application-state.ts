import type { ApplicationState, LoanStatus } from '@cairn/contract';

/** Withdrawn is the loan's status, as long as nobody has begun to read: docs/spec/decisions.md, F.4. */
export const applicationStateOf = (
  state: Exclude<ApplicationState, 'WITHDRAWN'>,
  status: LoanStatus,
): ApplicationState =>
  status === 'WITHDRAWN' && (state === 'DRAFT' || state === 'SUBMITTED') ? 'WITHDRAWN' : state;
