import type { LoanSummary, PhaseWithTotals } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { IconArrowRight, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import type { Target } from './boardMoves.ts';

export interface CardMenu {
  loan: LoanSummary;
  /** The columns of the board. */
  phases: PhaseWithTotals[];
  onMove: (loan: LoanSummary, phase: Target) => void;
  onPin: (loan: LoanSummary) => void;
}

export default function CardMenu(props: CardMenu & MenuBodyProps) {
  const { target, loan, phases, onMove, onPin } = props;
  const PinIcon = loan.pinned ? IconPinnedOff : IconPin;
  return (
    <LateMenu position="bottom-end" width={220} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<PinIcon size={16} stroke={1.7} aria-hidden />}
          onClick={() => onPin(loan)}
        >
          {loan.pinned ? 'Unpin' : 'Pin'}
        </Menu.Item>
        {loan.abilities.move && phases.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>Move to</Menu.Label>
            {phases
              .filter(({ id }) => id !== loan.loanPhase.id)
              .map((phase) => (
                <Menu.Item
                  key={phase.id}
                  leftSection={<IconArrowRight size={16} stroke={1.7} aria-hidden />}
                  onClick={() => onMove(loan, phase)}
                >
                  {phase.name}
                </Menu.Item>
              ))}
          </>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
