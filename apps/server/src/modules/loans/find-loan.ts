import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findStanding, findVisibleLoan, type LoanRow, type LoanStanding } from './store.ts';

/** Throws LOAN_NOT_FOUND for a loan that does not exist or that the caller may not see. */
export async function loanSeenBy(reads: Queries, actor: Actor, id: string): Promise<LoanRow> {
  const loan = await findVisibleLoan(reads, actor, id);
  if (!loan) throw new ApiError('LOAN_NOT_FOUND');
  return loan;
}

/** Like loanSeenBy, with the caller's roles. `lock` locks the loan, which serializes additions to it. */
export async function loanWithStanding(
  reads: Queries,
  actor: Actor,
  id: string,
  lock?: 'lock',
): Promise<LoanStanding> {
  const loan = await findStanding(reads, actor, id, lock);
  if (!loan) throw new ApiError('LOAN_NOT_FOUND');
  return loan;
}
