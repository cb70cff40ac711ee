import type { Loan, PhaseWithTotals } from '@cairn/contract';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, type ReactNode, Suspense } from 'react';
import { isAdministrator } from '../../app/admin/sections.ts';
import { HeaderSkeleton, RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useStore } from '../../kit/store.ts';
import { useDelayed } from '../../kit/useDelayed.ts';
import { chatOpen } from '../messages/chat.ts';
import { ChatButton } from '../messages/ChatButton.tsx';
import { LoanBar } from './LoanBar.tsx';
import barClasses from './LoanBar.module.css';
import { LoanMoves } from './LoanMoves.tsx';
import classes from './LoanPage.module.css';
import { LoanTabs, type LoanTab } from './LoanTabs.tsx';
import { PhaseTrack } from './PhaseTrack.tsx';
import { useLoan } from './useLoan.ts';
import { useUser } from '../identity/useUser.ts';

const ChatPanel = lazy(() => import('../messages/ChatPanel.tsx'));

interface AroundProps {
  loan: Loan;
  phases: PhaseWithTotals[] | undefined;
  tab?: LoanTab;
  /** What is done on this page; otherwise where the loan goes next. */
  actions?: ReactNode;
  children: ReactNode;
}

/** They need the height. */
const WHOLE_HEIGHT: readonly LoanTab[] = ['package', 'messages', 'shoebox'];

/** What stands over every page of a loan: its name, the way to its other pages, and where it is. */
export function AroundLoan({ loan, phases, tab = 'overview', actions, children }: AroundProps) {
  const user = useUser();
  // On a phone the messages are a tab; a panel that nobody sees would count them as read.
  const wide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const mayChat = wide && tab === 'overview' && !isAdministrator(user);
  const chats = useStore(chatOpen) && mayChat;
  return (
    <>
      <LoanBar loan={loan} tab={tab}>
        {mayChat && <ChatButton />}
        {actions ??
          (phases && <LoanMoves loan={loan} phases={phases} primary={tab === 'overview'} />)}
      </LoanBar>
      <LoanTabs loan={loan} tab={tab} className={barClasses.tabsBelow} />
      <div className={classes.below} data-chats={chats || undefined}>
        {phases && !WHOLE_HEIGHT.includes(tab) && <PhaseTrack loan={loan} phases={phases} />}
        {children}
      </div>
      {chats && (
        <Suspense fallback={null}>
          <ChatPanel key={loan.id} loan={loan} />
        </Suspense>
      )}
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
  actions?: ReactNode;
  children: (loan: Loan) => ReactNode;
}

/** A page that needs of the loan no more than the loan itself. */
export function LoanFrame({ loanId, tab = 'overview', actions, children }: LoanFrameProps) {
  const { loan, phases } = useLoan(loanId);
  if (!loan) return <LoanLoading />;
  return (
    <AroundLoan loan={loan} phases={phases} tab={tab} actions={actions}>
      {children(loan)}
    </AroundLoan>
  );
}
