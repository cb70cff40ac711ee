import type { LoanLender } from '@cairn/contract';

/** The lender that all these loans share; null if the lenders differ or the list is empty. */
export function sharedLender(lenders: readonly (LoanLender | null)[]): LoanLender | null {
  const first = lenders[0] ?? null;
  return lenders.every((each) => each?.id === first?.id) ? first : null;
}
