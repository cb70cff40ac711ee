import type { LoanLender } from '@cairn/contract';

/** The lender of all these loans; null where they are of several, or where there are none. */
export function sharedLender(lenders: readonly (LoanLender | null)[]): LoanLender | null {
  const first = lenders[0] ?? null;
  return lenders.every((each) => each?.id === first?.id) ? first : null;
}
