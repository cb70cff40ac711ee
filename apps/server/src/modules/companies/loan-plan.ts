import { ApiError } from '../../platform/api-error.ts';
import type { Tx } from '../../platform/db/db.ts';
import { activeLoansOf, lockPlan, planOf } from './loan-plan-store.ts';

/**
 * Refuses further active loans where the company's plan has no room for them. An application of a borrower is always
 * taken: the lender's plan is not the applicant's affair.
 */
export async function refuseBeyondPlan(tx: Tx, companyId: string, more: number): Promise<void> {
  if (more === 0) return;
  const [plan] = await tx.run(planOf(companyId));
  if (!plan) return;
  // Of two loans created concurrently, the second counts the first.
  await tx.run(lockPlan(companyId));
  const [active] = await tx.run(activeLoansOf(companyId));
  if (active!.loans + more > plan.most!) throw new ApiError('LOAN_PLAN_FULL');
}
