import { Box, Group, Text } from '@mantine/core';
import type { LoanSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { useDraggable } from '../../lib/dragAndDrop.ts';
import { routes } from '../../lib/routes.ts';
import { closeDistance, daysInPhase, daysUntil, formatDay } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { AvatarStack } from '../../ui/Avatar.tsx';
import { iconButton, LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { ProgressWithNumber } from '../../ui/Progress.tsx';
import classes from './Board.module.css';
import type { CardMenu } from './CardMenu.tsx';
import { isRunning } from './loanGroups.ts';

const menu = menuLoadedBy<CardMenu>(() => import('./CardMenu.tsx'));

interface BoardCardProps extends CardMenu {
  now: Date;
}

/** Drag-and-drop data type of a loan card. */
export const LOAN_CARD = 'loan-card';

function CloseDate({ loan, now }: { loan: LoanSummary; now: Date }) {
  const { closeDate } = loan;
  if (closeDate === null) return <span className={classes.quiet}>No close date</span>;
  const past = isRunning(loan) && daysUntil(closeDate, now) < 0;
  return (
    <span className={clsx(classes.quiet, past && classes.past)}>
      {past ? closeDistance(closeDate, now) : formatDay(closeDate)}
    </span>
  );
}

export function BoardCard({ loan, phases, now, onMove, onPin }: BoardCardProps) {
  const { ref } = useDraggable<HTMLDivElement>({
    enabled: loan.abilities.move,
    item: () => ({ type: LOAN_CARD, ids: [loan.id] }),
    text: loan.name,
  });
  return (
    <div ref={ref} className={classes.card} data-card={loan.id}>
      <Box
        component="span"
        pos="absolute"
        top={12}
        bottom={12}
        left={8}
        w={3}
        bdrs={2}
        style={{ background: loan.color }}
        aria-hidden
      />
      <Link
        to={routes.loan}
        params={{ loanId: loan.id }}
        className={classes.name}
        data-loan={loan.id}
        draggable={false}
      >
        {loan.name}
      </Link>
      <Text size="meta" truncate c="dimmed" mt="-xs">
        {loan.shortCode.toUpperCase()} · {LOAN_TYPES[loan.loanType]}
      </Text>
      <LazyMenu
        menu={menu}
        className={clsx(iconButton, classes.more)}
        label={`More for ${loan.name}`}
        body={{ loan, phases, onMove, onPin }}
      >
        <IconDots size={16} stroke={1.7} aria-hidden />
      </LazyMenu>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Box component="span" fw={500}>
          {formatMoney(loan.amount)}
        </Box>
        <CloseDate loan={loan} now={now} />
      </Group>
      <ProgressWithNumber answered={loan.percentageAnswered} approved={loan.percentageApproved} />
      <div className={classes.foot}>
        <span className={classes.quiet}>{daysInPhase(loan.phaseEnteredDate, now)}</span>
        <AvatarStack people={loan.team.map(({ user }) => user)} />
      </div>
    </div>
  );
}
