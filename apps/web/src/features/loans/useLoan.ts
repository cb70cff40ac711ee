import { useEffect } from 'react';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';

/** Moves an opened loan to the top of the recent list, here and in the palette. */
function useRemembered(loanId: string | undefined): void {
  const { mutate } = useAction('addRecent');
  useEffect(() => {
    if (loanId) mutate({ body: { loanId } });
  }, [loanId, mutate]);
}

/** The loan that a page is about, with its phases; leads home where it is not the caller's to see. */
export function useLoan(loanId: string) {
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const phases = useCall(
    'listPhases',
    { params: { companyId: loan.data?.companyId ?? '' } },
    { enabled: loan.data !== undefined },
  );
  useRemembered(loan.data?.id);
  throwUnlessRefused(loan);
  return { loan: loan.data, phases: phases.data?.phases };
}
