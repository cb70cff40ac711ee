import type { LoanSummary } from '@cairn/contract';
import type { FactQuestion } from '@cairn/contract/needs-list';
import { useCall } from '../../lib/useCall.ts';

const leads = ({ team }: LoanSummary, userId: string): boolean =>
  team.some(({ role, user }) => role === 'LEAD_BORROWER' && user.id === userId);

const NONE: readonly FactQuestion[] = [];

/**
 * Loads the questions of all loans with one call. Only the lead borrower of a loan has questions; null until loaded.
 */
export function useFactQuestions(
  loans: readonly LoanSummary[],
  userId: string,
): (readonly FactQuestion[] | null)[] {
  const enabled = loans.some((loan) => leads(loan, userId));
  const { data, isError } = useCall('listOwnFactQuestions', {}, { enabled });
  return loans.map((loan) => {
    if (!leads(loan, userId)) return NONE;
    // If the questions cannot be loaded, the documents are shown without them.
    if (!data) return isError ? NONE : null;
    return data.questions.filter(({ loanId }) => loanId === loan.id);
  });
}

export const openQuestions = (questions: readonly FactQuestion[] | null): number =>
  (questions ?? NONE).filter(({ answer }) => answer === null).length;
