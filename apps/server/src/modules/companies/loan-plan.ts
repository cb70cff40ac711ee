import { ApiError } from '../../platform/api-error.ts';
import type { Tx } from '../../platform/db/db.ts';
import { activeLoansOf, lockPlan, planOf } from './loan-plan-store.ts';

/**
 * Throws if the company's plan has no room for more active loans. Applications of borrowers are always accepted,
 * because the plan concerns only the lender.
 */
export async function refuseBeyondPlan(tx: Tx, companyId: string, more: number): Promise<void> {
  if (more === 0) return;
  const [plan] = await tx.run(planOf(companyId));
  if (!plan) return;
  // Serializes, so that of two loans created concurrently the second counts the first.
  await tx.run(lockPlan(companyId));
  const [active] = await tx.run(activeLoansOf(companyId));
  if (active!.loans + more > plan.most!) throw new ApiError('LOAN_PLAN_FULL');
}
