import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { isLenderStaff } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';
import { LoanBar } from './LoanBar.tsx';
import { LoanTabsBelow, type LoanTab } from './LoanTabs.tsx';
import { useLoan } from './useLoan.ts';

interface LoanSubFrameProps {
  loanId: string;
  /** The tab that is marked as current. */
  tab: LoanTab;
  children: ReactNode;
}

function Framed({ loanId, tab, children }: LoanSubFrameProps) {
  const { loan } = useLoan(loanId);
  return (
    <>
      {loan ? (
        <>
          <LoanBar loan={loan} tab={tab} isAbovePage />
          <LoanTabsBelow loan={loan} tab={tab} />
        </>
      ) : (
        <Box h="var(--layout-loanbar)" />
      )}
      {children}
    </>
  );
}

/**
 * Shows the loan's bar above a lender's form, with the loan name and the tabs. Borrowers open these forms from their
 * tasks and see the form alone.
 */
export function LoanSubFrame(props: LoanSubFrameProps) {
  return isLenderStaff(useUser()) ? <Framed {...props} /> : props.children;
}
