import type { Loan, PhaseWithTotals } from '@cairn/contract';
import type { ReactNode } from 'react';
import { HeaderSkeleton, RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import { LoanBar } from './LoanBar.tsx';
import barClasses from './LoanBar.module.css';
import { LoanMoves } from './LoanMoves.tsx';
import classes from './LoanPage.module.css';
import { LoanTabs, type LoanTab } from './LoanTabs.tsx';
import { PhaseTrack } from './PhaseTrack.tsx';
import { useLoan } from './useLoan.ts';

interface AroundProps {
  loan: Loan;
  phases: PhaseWithTotals[] | undefined;
  tab?: LoanTab;
  children: ReactNode;
}

/** What stands over every page of a loan: its name, the way to its other pages, and where it is. */
export function AroundLoan({ loan, phases, tab = 'overview', children }: AroundProps) {
  return (
    <>
      <LoanBar loan={loan} tab={tab}>
        {phases && <LoanMoves loan={loan} phases={phases} />}
      </LoanBar>
      <LoanTabs loanId={loan.id} tab={tab} className={barClasses.tabsBelow} />
      {/* A conversation needs the height. */}
      {phases && tab !== 'messages' && <PhaseTrack loan={loan} phases={phases} />}
      {children}
    </>
  );
}

export function LoanLoading() {
  const waiting = useDelayed(true);
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

interface LoanFrameProps {
  loanId: string;
  tab?: LoanTab;
  children: (loan: Loan) => ReactNode;
}

/** A page that needs of the loan no more than the loan itself. */
export function LoanFrame({ loanId, tab = 'overview', children }: LoanFrameProps) {
  const { loan, phases } = useLoan(loanId);
  if (!loan) return <LoanLoading />;
  return (
    <AroundLoan loan={loan} phases={phases} tab={tab}>
      {children(loan)}
    </AroundLoan>
  );
}
