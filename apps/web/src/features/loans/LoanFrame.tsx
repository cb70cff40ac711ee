import { Box } from '@mantine/core';
import type { Loan, PhaseWithTotals } from '@cairn/contract';
import type { ReactNode } from 'react';
import { HeaderSkeleton, RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import { LoanBar } from './LoanBar.tsx';
import { LoanMoves } from './LoanMoves.tsx';
import classes from './LoanFrame.module.css';
import { LoanTabsBelow, type LoanTab } from './LoanTabs.tsx';
import { PhaseTrack } from './PhaseTrack.tsx';
import { useLoan } from './useLoan.ts';

/** A panel beside the page. The frame does not depend on its content. */
export interface SidePanel {
  button: ReactNode;
  /** Null while it is closed. */
  panel: ((loan: Loan) => ReactNode) | null;
}

interface AroundProps {
  loan: Loan;
  phases: PhaseWithTotals[] | undefined;
  tab?: LoanTab;
  /** The actions of the page. The default is the move to the next phase. */
  actions?: ReactNode;
  chat?: SidePanel | undefined;
  children: ReactNode;
}

/** Tabs that need the full height of the window, so the phase track is hidden. */
const WHOLE_HEIGHT: readonly LoanTab[] = ['package', 'messages', 'shoebox'];

/** The header that all pages of a loan share: name, tabs and phase. */
export function AroundLoan(props: AroundProps) {
  const { loan, phases, tab = 'overview', actions, chat, children } = props;
  return (
    <>
      <LoanBar loan={loan} tab={tab}>
        {chat?.button}
        {actions ??
          (phases && <LoanMoves loan={loan} phases={phases} primary={tab === 'overview'} />)}
      </LoanBar>
      <LoanTabsBelow loan={loan} tab={tab} />
      <div className={classes.below} data-chats={chat?.panel ? true : undefined}>
        {phases && !WHOLE_HEIGHT.includes(tab) && <PhaseTrack loan={loan} phases={phases} />}
        {children}
      </div>
      {chat?.panel?.(loan)}
    </>
  );
}

export function LoanLoading() {
  const waiting = useDelayed(true);
  return (
    <Box mih="60dvh" px="var(--layout-gutter)" py="lg">
      {waiting && (
        <>
          <HeaderSkeleton />
          <RowsSkeleton label="Loading the loan" />
        </>
      )}
    </Box>
  );
}

interface LoanFrameProps {
  loanId: string;
  tab?: LoanTab;
  actions?: ReactNode;
  chat?: SidePanel | undefined;
  children: (loan: Loan) => ReactNode;
}

/** Loads the loan and renders its frame, for pages that need no other data. */
export function LoanFrame(props: LoanFrameProps) {
  const { loanId, tab = 'overview', actions, chat, children } = props;
  const { loan, phases } = useLoan(loanId);
  if (!loan) return <LoanLoading />;
  return <AroundLoan {...{ loan, phases, tab, actions, chat }}>{children(loan)}</AroundLoan>;
}
