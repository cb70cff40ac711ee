import type { Loan, PhaseWithTotals } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconArrowRight, IconDots } from '@tabler/icons-react';
import { iconButton, LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import classes from './LoanMoves.module.css';
import type { LoanMenu } from './LoanMenu.tsx';
import { nextPhase } from './moves.ts';
import { useLoanMoves } from './useLoanMoves.ts';
import { clsx } from 'clsx';

const menu = menuLoadedBy<LoanMenu>(() => import('./LoanMenu.tsx'));

interface LoanMovesProps {
  loan: Loan;
  phases: PhaseWithTotals[];
  /** Whether the button is filled. Pages with another primary action pass false. */
  primary: boolean;
}

/** The lender's actions on a loan: a button for the next phase, and a menu with the other actions. */
export function LoanMoves({ loan, phases, primary }: LoanMovesProps) {
  const { moveTo, setStatus, busy } = useLoanMoves(loan);
  if (!loan.abilities.edit) return null;
  const next = nextPhase(phases, loan);
  return (
    <>
      <LazyMenu
        menu={menu}
        className={clsx(iconButton, classes.menu)}
        label="More for this loan"
        body={{ loan, phases, moveTo, setStatus }}
      >
        <IconDots size={18} stroke={1.7} aria-hidden />
      </LazyMenu>
      {next && (
        <Button
          maw={260}
          visibleFrom="wide"
          variant={primary ? 'filled' : 'default'}
          disabled={busy}
          rightSection={<IconArrowRight size={16} stroke={1.7} aria-hidden />}
          onClick={() => void moveTo(next)}
        >
          Move to {next.name}
        </Button>
      )}
    </>
  );
}
