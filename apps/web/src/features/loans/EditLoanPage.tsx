import type { Loan } from '@cairn/contract';
import { IconArrowLeft } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { HeaderSkeleton, RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useCall } from '../../kit/useCall.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import classes from './EditLoanPage.module.css';
import { EditLoanForm } from './EditLoanForm.tsx';
import { throwUnlessRefused, useLeaveWhenRefused } from './useLeaveWhenRefused.ts';

const route = getRouteApi('/shell/loans/$loanId/edit');

function Heading({ loan }: { loan: Loan }) {
  return (
    <header>
      <Link to={routes.loan} params={{ loanId: loan.id }} className={classes.back}>
        <IconArrowLeft size={15} stroke={1.7} aria-hidden /> {loan.shortCode.toUpperCase()}
      </Link>
      <h1 className={classes.title}>Edit {loan.name}</h1>
    </header>
  );
}

export function EditLoanPage() {
  const { loanId } = route.useParams();
  const navigate = useNavigate();
  const onFailure = useLeaveWhenRefused();
  const loan = useCall('getLoan', { params: { id: loanId } }, { onFailure });
  const waiting = useDelayed(loan.isPending);
  throwUnlessRefused(loan);
  const back = () => void navigate({ to: routes.loan, params: { loanId } });

  if (!loan.data) {
    return (
      <div className={classes.page}>
        {waiting && (
          <>
            <HeaderSkeleton />
            <RowsSkeleton label="Loading the loan" />
          </>
        )}
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <Heading loan={loan.data} />
      {loan.data.abilities.edit ? (
        // A form for what was read: when somebody else changes the loan, this one is told, not moved.
        <EditLoanForm loan={loan.data} onDone={back} />
      ) : (
        <p className={classes.text}>
          You can look at this loan, but not change it. Ask its lender to.
        </p>
      )}
    </div>
  );
}
