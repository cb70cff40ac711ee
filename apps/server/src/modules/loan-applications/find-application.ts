/** Finds an application for an action: visible to the caller, locked, and in a state that allows it. */
import type { ApplicationState } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError } from '../../platform/api-error.ts';
import { applicationStateOf, loanWithStanding, type LoanStanding } from '../loans/index.ts';
import { seeingPolicy } from './policy.ts';
import { findApplication, type ApplicationRow } from './store.ts';

export interface LoanWithApplication {
  loan: LoanStanding;
  application: ApplicationRow;
  state: ApplicationState;
}

/** A loan without an application gives the same error as a missing loan. */
export async function applicationSeenBy(
  reads: Queries,
  actor: Actor,
  loanId: string,
  lock?: 'lock',
): Promise<LoanWithApplication> {
  const loan = await loanWithStanding(reads, actor, loanId, lock);
  authorize(seeingPolicy, 'see', actor, 'one');
  const application = await findApplication(reads, actor, loanId);
  if (!application) throw new ApiError('LOAN_NOT_FOUND');
  return { loan, application, state: applicationStateOf(application.state, application.status) };
}

/** Like applicationSeenBy, with the loan's row locked, so that concurrent steps are serialized. */
export const lockApplication = (
  tx: Tx,
  actor: Actor,
  loanId: string,
): Promise<LoanWithApplication> => applicationSeenBy(tx, actor, loanId, 'lock');

export function refuseUnlessOpen({ state }: LoanWithApplication): void {
  if (state !== 'DRAFT') throw new ApiError('APPLICATION_NOT_OPEN');
}

export function refuseUnlessNext({ state }: LoanWithApplication, expected: ApplicationState): void {
  if (state !== expected) throw new ApiError('APPLICATION_NOT_NEXT');
}
