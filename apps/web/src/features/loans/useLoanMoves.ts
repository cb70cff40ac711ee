import type { Loan, LoanStatus, Phase } from '@cairn/contract';
import { LOAN_STATUSES } from '@cairn/contract/constants';
import { announce } from '../../lib/announce.ts';
import { queryClient } from '../../lib/queries.ts';
import { useAction } from '../../lib/useAction.ts';
import { callOptions } from '../../lib/useCall.ts';

/** Updates the cached loan optimistically. Returns a function that restores the previous data. */
async function showMoved(id: string, changed: Partial<Loan>): Promise<() => void> {
  const { queryKey } = callOptions('getLoan', { params: { id } });
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData(queryKey);
  if (!before) return () => undefined;
  queryClient.setQueryData(queryKey, { ...before, ...changed });
  return () => queryClient.setQueryData(queryKey, before);
}

/** Moves the loan to a phase or changes its status. Both announce the result to screen readers. */
export function useLoanMoves(loan: Loan) {
  const moved = useAction('setLoanPhase');
  const changed = useAction('setLoanStatus');
  const params = { id: loan.id };

  const moveTo = async (phase: Pick<Phase, 'id' | 'name' | 'category' | 'displayOrder'>) => {
    const takeBack = await showMoved(loan.id, {
      loanPhase: { ...phase, lenderId: loan.companyId },
      phaseEnteredDate: new Date().toISOString(),
    });
    try {
      await moved.mutateAsync({ params, body: { id: phase.id } });
      announce(`${loan.name} moved to ${phase.name}`);
    } catch {
      takeBack();
    }
  };
  const setStatus = async (loanStatus: LoanStatus) => {
    const takeBack = await showMoved(loan.id, { status: loanStatus, nextStatuses: [] });
    try {
      await changed.mutateAsync({ params, body: { loanStatus } });
      announce(`${loan.name} is now ${LOAN_STATUSES[loanStatus]}`);
    } catch {
      takeBack();
    }
  };
  return { moveTo, setStatus, busy: moved.isPending || changed.isPending };
}
