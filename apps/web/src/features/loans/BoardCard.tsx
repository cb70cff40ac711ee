import type { LoanSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import type { DragEvent } from 'react';
import { routes } from '../../app/routes.ts';
import { closeDistance, daysInPhase, daysUntil, formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/money.ts';
import { AvatarStack } from '../../kit/Avatar.tsx';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { ProgressWithNumber } from '../../kit/Progress.tsx';
import classes from './Board.module.css';
import type { CardMenu } from './CardMenuBody.tsx';
import { isRunning } from './grouping.ts';

const menu = menuLoadedBy<CardMenu>(() => import('./CardMenuBody.tsx'));

interface BoardCardProps extends CardMenu {
  now: Date;
  onDrag: (loan: LoanSummary | null) => void;
}

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

export function BoardCard({ loan, phases, now, onMove, onPin, onDrag }: BoardCardProps) {
  const drag = (event: DragEvent) => {
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', loan.name);
    onDrag(loan);
  };
  return (
    <div
      className={classes.card}
      draggable={loan.abilities.move}
      onDragStart={drag}
      onDragEnd={() => onDrag(null)}
    >
      <span className={classes.colour} style={{ background: loan.color }} aria-hidden />
      <Link
        to={routes.loan}
        params={{ loanId: loan.id }}
        className={classes.name}
        data-loan={loan.id}
        draggable={false}
      >
        {loan.name}
      </Link>
      <p className={classes.meta}>
        {loan.shortCode.toUpperCase()} · {LOAN_TYPES[loan.loanType]}
      </p>
      <LazyMenu
        menu={menu}
        className={classes.more}
        label={`More for ${loan.name}`}
        body={{ loan, phases, onMove, onPin }}
      >
        <IconDots size={16} stroke={1.7} aria-hidden />
      </LazyMenu>
      <div className={classes.figures}>
        <span className={classes.amount}>{formatMoney(loan.amount)}</span>
        <CloseDate loan={loan} now={now} />
      </div>
      <ProgressWithNumber answered={loan.percentageAnswered} approved={loan.percentageApproved} />
      <div className={classes.foot}>
        <span className={classes.quiet}>{daysInPhase(loan.phaseEnteredDate, now)}</span>
        <AvatarStack people={loan.team.map(({ user }) => user)} />
      </div>
    </div>
  );
}
