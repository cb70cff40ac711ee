import type { InfiniteData } from '@tanstack/react-query';
import { useCallback } from 'react';
import { announce } from '../../lib/announce.ts';
import { queryClient } from '../../lib/queries.ts';
import { useAction } from '../../lib/useAction.ts';
import { type LoanPage, withPin } from './loanPages.ts';

const ofLists = { queryKey: ['viewLoans'] };

/** Updates all cached lists optimistically. Returns a function that restores the previous data. */
async function showPinned(id: string, pinned: boolean): Promise<() => void> {
  await queryClient.cancelQueries(ofLists);
  const before = queryClient.getQueriesData<InfiniteData<LoanPage>>(ofLists);
  queryClient.setQueriesData<InfiniteData<LoanPage>>(
    ofLists,
    (data) => data && { ...data, pages: withPin(data.pages, id, pinned) },
  );
  return () => before.forEach(([key, data]) => queryClient.setQueryData(key, data));
}

interface Pinnable {
  id: string;
  name: string;
  pinned: boolean;
}

export function usePin() {
  const { mutate: pin } = useAction('pinLoan', {
    optimistic: ({ params }) => showPinned(params.id, true),
  });
  const { mutate: unpin } = useAction('unpinLoan', {
    optimistic: ({ params }) => showPinned(params.id, false),
  });
  return useCallback(
    (loan: Pinnable) => {
      const request = { params: { id: loan.id } };
      if (loan.pinned) unpin(request, { onSuccess: () => announce(`${loan.name} unpinned`) });
      else pin(request, { onSuccess: () => announce(`${loan.name} pinned`) });
    },
    [pin, unpin],
  );
}
