import type { LoanSummary } from '@cairn/contract';
import type { InfiniteData } from '@tanstack/react-query';
import { announce } from '../../lib/announce.ts';
import type { Reply } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { useAction } from '../../lib/useAction.ts';
import { type ListFilter, type Target, withMoved, withTotalsMoved } from './boardMoves.ts';
import type { LoanPage } from './loanPages.ts';

const ofLists = { queryKey: ['viewLoans'] };

/** Shows the result of the move in all cached lists and totals. Returns a function that restores the previous data. */
async function showMoved(companyId: string, loan: LoanSummary, phase: Target) {
  const phasesKey = callKey('listPhases', { params: { companyId } });
  await Promise.all([
    queryClient.cancelQueries(ofLists),
    queryClient.cancelQueries({ queryKey: phasesKey }),
  ]);
  const lists = queryClient.getQueriesData<InfiniteData<LoanPage>>(ofLists);
  const totals = queryClient.getQueryData<Reply<'listPhases'>>(phasesKey);
  const now = new Date();
  for (const [key, data] of lists) {
    const { query = {} } = key[1] as { query?: ListFilter };
    if (!data) continue;
    queryClient.setQueryData(key, {
      ...data,
      pages: withMoved(query, data.pages, loan, phase, now),
    });
  }
  if (totals) {
    const phases = withTotalsMoved(totals.phases, loan, phase.id);
    queryClient.setQueryData(phasesKey, { ...totals, phases });
  }
  return () => {
    for (const [key, data] of lists) queryClient.setQueryData(key, data);
    queryClient.setQueryData(phasesKey, totals);
  };
}

/** Moves a card to another column. The move is optimistic and is reverted if the server refuses it. */
export function useBoardMoves(companyId: string) {
  const { mutateAsync } = useAction('setLoanPhase');
  return async (loan: LoanSummary, phase: Target): Promise<boolean> => {
    if (phase.id === loan.loanPhase.id) return true;
    const takeBack = await showMoved(companyId, loan, phase);
    try {
      await mutateAsync({ params: { id: loan.id }, body: { id: phase.id } });
      announce(`${loan.name} moved to ${phase.name}`);
      return true;
    } catch {
      takeBack();
      // The move canceled the requests of columns that were still loading, and nothing else would fetch them again.
      void queryClient.invalidateQueries(ofLists);
      announce(`${loan.name} stays in ${loan.loanPhase.name}`);
      return false;
    }
  };
}
