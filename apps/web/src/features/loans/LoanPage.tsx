import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { HeaderSkeleton, RowsSkeleton } from '../../kit/Skeleton.tsx';
import { toast } from '../../kit/toast.ts';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { Package } from '../elements/Package.tsx';
import { countDocuments } from '../elements/packageTree.ts';
import { LoanBar } from './LoanBar.tsx';
import { LoanFacts } from './LoanFacts.tsx';
import classes from './LoanPage.module.css';

const route = getRouteApi('/shell/loans/$loanId');
const NOT_MINE = [400, 403, 404];

/** A loan that is not there, or not mine to see, sends home; 404 also says so. */
function useLeaveWhenRefused() {
  const navigate = useNavigate();
  return (error: CallError): boolean => {
    if (!NOT_MINE.includes(error.status)) return false;
    if (error.status === 404) toast.error(error.message);
    void navigate({ to: routes.home, replace: true });
    return true;
  };
}

export function LoanPage() {
  const { loanId } = route.useParams();
  const { user } = route.useRouteContext();
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const elements = useCall('listElements', { params: { id: loanId } }, { onFailure });
  const waiting = useDelayed(loan.isPending || elements.isPending);
  const asBorrower = !isLenderStaff(user);

  if (loan.isError && !NOT_MINE.includes((loan.error as CallError).status)) throw loan.error;
  if (elements.isError && !NOT_MINE.includes((elements.error as CallError).status)) {
    throw elements.error;
  }
  if (!loan.data || !elements.data) {
    return (
      <div className={classes.loading}>
        {waiting && (
          <>
            <HeaderSkeleton />
            <RowsSkeleton label="Loading the loan" />
          </>
        )}
      </div>
    );
  }
  const counts = countDocuments(elements.data.elements);
  return (
    <>
      <LoanBar loan={loan.data} />
      <Package
        key={loanId}
        elements={elements.data.elements}
        counts={counts}
        asBorrower={asBorrower}
        facts={<LoanFacts loan={loan.data} counts={counts} />}
      />
    </>
  );
}
