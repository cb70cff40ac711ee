import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { isLenderStaff } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';
import { LoanBar } from './LoanBar.tsx';
import { LoanTabsBelow, type LoanTab } from './LoanTabs.tsx';
import { useLoan } from './useLoan.ts';

interface LoanSubFrameProps {
  loanId: string;
  /** Where the page belongs. */
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

/** The bar of the loan above one of a lender's forms: its name and the way to its other pages. Borrowers come from their tasks. */
export function LoanSubFrame(props: LoanSubFrameProps) {
  return isLenderStaff(useUser()) ? <Framed {...props} /> : props.children;
}
