import type { Loan } from '@cairn/contract';
import { useEffect } from 'react';
import { isLenderStaff } from '../../lib/roles.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { throwUnlessRefused, useLeaveWhenRefused } from '../../lib/useLeaveWhenRefused.ts';
import { useUser } from '../../lib/useUser.ts';
import { useLenderBrand } from './useLenderBrand.tsx';

/** Moves an opened loan to the top of the recent list, here and in the palette. */
function useRemembered(loanId: string | undefined): void {
  const { mutate } = useAction('addRecent');
  useEffect(() => {
    if (loanId) mutate({ body: { loanId } });
  }, [loanId, mutate]);
}

/** A borrower who comes by a link, from an email for instance, sees whose page it is. */
function useBrandOf(loan: Loan | undefined): void {
  const user = useUser();
  useLenderBrand(user.id, loan && !isLenderStaff(user) ? [loan.lender] : undefined);
}

/** For a page of a loan that shows nothing else of it, and whose reader may not see the loan. */
export function useLoanBrand(loanId: string): void {
  useBrandOf(useCall('getLoan', { params: { id: loanId } }, { onFailure: () => true }).data);
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
  useBrandOf(loan.data);
  useRemembered(loan.data?.id);
  throwUnlessRefused(loan);
  return { loan: loan.data, phases: phases.data?.phases };
}
