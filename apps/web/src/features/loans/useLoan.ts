import type { Loan } from '@cairn/contract';
import { useEffect } from 'react';
import { isLenderStaff } from '../../lib/roles.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { useUser } from '../../lib/useUser.ts';
import { useLenderBrand } from './useLenderBrand.tsx';

/** Records that the loan was opened, which puts it first in the recent list and in the command palette. */
function useRemembered(loanId: string | undefined): void {
  const { mutate } = useAction('addRecent');
  useEffect(() => {
    if (loanId) mutate({ body: { loanId } });
  }, [loanId, mutate]);
}

/** Borrowers see the brand of the loan's lender, for example when they open the page from a link in an email. */
function useBrandOf(loan: Loan | undefined): void {
  const user = useUser();
  useLenderBrand(user.id, loan && !isLenderStaff(user) ? [loan.lender] : undefined);
}

/**
 * Sets the brand on a page that needs no other data of the loan. The user may lack access to the loan, so a failure is
 * ignored.
 */
export function useLoanBrand(loanId: string): void {
  useBrandOf(useCall('getLoan', { params: { id: loanId } }, { onFailure: () => true }).data);
}

/** Loads the loan and its phases. Navigates away if the user may not see the loan. */
export function useLoan(loanId: string) {
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const phases = useCall(
    'listPhases',
    { params: { companyId: loan.data?.companyId ?? '' } },
    { enabled: loan.data !== undefined },
  );
  useBrandOf(loan.data);
  useRemembered(loan.data?.id);
  throwUnlessRefused(loan);
  return { loan: loan.data, phases: phases.data?.phases };
}
