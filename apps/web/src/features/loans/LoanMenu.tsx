import type { Loan, LoanStatus, Phase, PhaseWithTotals } from '@cairn/contract';
import { LOAN_STATUSES } from '@cairn/contract/constants';
import { Menu } from '@mantine/core';
import { IconArrowRight, IconFlag, IconPencil, IconTemplate } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { routes } from '../../lib/routes.ts';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { useServedLists } from '../reference-data/useServedOptions.tsx';
import { otherPhases, STAGE_NAMES } from './moves.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';

export interface LoanMenu {
  loan: Loan;
  phases: PhaseWithTotals[];
  moveTo: (phase: Pick<Phase, 'id' | 'name' | 'category' | 'displayOrder'>) => Promise<void>;
  setStatus: (status: LoanStatus) => Promise<void>;
}

/** The statuses that the loan can change to, with the labels that the server provides. */
function Statuses({ loan, setStatus }: Pick<LoanMenu, 'loan' | 'setStatus'>) {
  const { data: lists, isError, refetch } = useServedLists();
  if (!lists) {
    return (
      <Menu.Item disabled={!isError} closeMenuOnClick={false} onClick={() => void refetch()}>
        {isError ? 'Statuses could not be loaded. Try again' : 'Loading…'}
      </Menu.Item>
    );
  }
  return loan.nextStatuses.map((status) => (
    <Menu.Item
      key={status}
      leftSection={<IconFlag size={16} stroke={1.7} aria-hidden />}
      onClick={() => void setStatus(status)}
    >
      {lists.loanStatuses.find(({ value }) => value === status)?.label}
    </Menu.Item>
  ));
}

export default function LoanMenu(props: LoanMenu & MenuBodyProps) {
  const { target, loan, phases, moveTo, setStatus } = props;
  return (
    <LateMenu position="bottom-end" width={248} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
        <Menu.Item
          component={Link}
          to={routes.editLoan.replace('$loanId', loan.id)}
          leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
        >
          Edit loan
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={routes.applyTemplate.replace('$loanId', loan.id)}
          leftSection={<IconTemplate size={16} stroke={1.7} aria-hidden />}
        >
          Apply a template
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Status: {LOAN_STATUSES[loan.status]}</Menu.Label>
        <Statuses loan={loan} setStatus={setStatus} />
        {otherPhases(phases, loan).map(([stage, inStage]) => (
          <Fragment key={stage}>
            <Menu.Divider />
            <Menu.Label>Move to {STAGE_NAMES[stage]}</Menu.Label>
            {inStage.map((phase) => (
              <Menu.Item
                key={phase.id}
                leftSection={<IconArrowRight size={16} stroke={1.7} aria-hidden />}
                onClick={() => void moveTo(phase)}
              >
                {phase.name}
              </Menu.Item>
            ))}
          </Fragment>
        ))}
      </Menu.Dropdown>
    </LateMenu>
  );
}
