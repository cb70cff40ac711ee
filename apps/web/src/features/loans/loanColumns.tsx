import type { LoanSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { closeDistance, daysInPhase, daysUntil, formatDay } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { routes } from '../../lib/routes.ts';
import { AvatarStack } from '../../ui/Avatar.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { RowTitle, rowTarget } from '../../ui/RowTitle.tsx';
import { ProgressWithNumber } from '../../ui/Progress.tsx';
import { isRunning } from './loanGroups.ts';
import classes from './LoanTable.module.css';
import { PinButton } from './PinButton.tsx';

interface LoanColumnsOptions {
  now: Date;
  order: 'asc' | 'desc' | 'modified' | undefined;
  onDirection: ((direction: 'asc' | 'desc') => void) | undefined;
  onPin: (loan: LoanSummary) => void;
}

function Name({ loan }: { loan: LoanSummary }) {
  return (
    <RowTitle
      start={<span className={classes.color} style={{ background: loan.color }} aria-hidden />}
      title={
        <Link
          to={routes.loan}
          params={{ loanId: loan.id }}
          className={clsx(rowTarget, classes.name)}
        >
          {loan.name}
        </Link>
      }
      meta={
        <>
          {loan.shortCode.toUpperCase()}
          <span className={classes.typeInMeta}> · {LOAN_TYPES[loan.loanType]}</span>
          {loan.loanPurpose && ` · ${loan.loanPurpose}`}
        </>
      }
    />
  );
}

interface LinesProps {
  first: string;
  second?: string | undefined;
  past?: boolean;
}

function Lines({ first, second, past = false }: LinesProps) {
  return (
    <span className={classes.lines}>
      <span>{first}</span>
      {second !== undefined && (
        <span className={clsx(classes.meta, past && classes.past)}>{second}</span>
      )}
    </span>
  );
}

function CloseDate({ loan, now }: { loan: LoanSummary; now: Date }) {
  const { closeDate } = loan;
  if (closeDate === null) return <span className={classes.meta}>-</span>;
  const past = daysUntil(closeDate, now) < 0;
  const distance = isRunning(loan) || !past ? closeDistance(closeDate, now) : undefined;
  return <Lines first={formatDay(closeDate)} second={distance} past={past} />;
}

/** The close date is the only sortable column. A list filtered by modification date is always sorted by that date. */
export const loanColumns = (options: LoanColumnsOptions): Column<LoanSummary>[] => [
  {
    id: 'loan',
    header: 'Loan',
    rowHeader: true,
    cell: (loan) => <Name loan={loan} />,
  },
  {
    id: 'type',
    header: 'Type',
    width: 136,
    hideBelow: 'md',
    phone: 'hidden',
    cell: ({ loanType }) => LOAN_TYPES[loanType],
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 104,
    align: 'right',
    phone: 'push',
    className: classes.amount,
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    id: 'phase',
    header: 'Phase',
    width: 152,
    className: classes.phase,
    cell: (loan) => (
      <Lines first={loan.loanPhase.name} second={daysInPhase(loan.phaseEnteredDate, options.now)} />
    ),
  },
  {
    id: 'progress',
    header: 'Progress',
    width: 146,
    hideBelow: 'xs',
    phone: 'full',
    cell: (loan) => (
      <span className={classes.progress}>
        <ProgressWithNumber answered={loan.percentageAnswered} approved={loan.percentageApproved} />
      </span>
    ),
  },
  {
    id: 'close',
    header: 'Close date',
    width: 112,
    ...(options.order !== 'modified' && {
      order: { direction: options.order ?? 'asc', onChange: options.onDirection },
    }),
    cell: (loan) => <CloseDate loan={loan} now={options.now} />,
  },
  {
    id: 'team',
    header: 'Team',
    width: 112,
    hideBelow: 'sm',
    phone: 'push',
    className: classes.team,
    cell: ({ team }) => <AvatarStack people={team.map(({ user }) => user)} />,
  },
  {
    id: 'pin',
    header: 'Pin',
    headerHidden: true,
    width: 48,
    phone: 'end',
    cell: (loan) => (
      <PinButton
        name={loan.name}
        pinned={loan.pinned}
        shortcut=" (P)"
        className={clsx(classes.pinButton, loan.pinned && classes.pinned)}
        onToggle={() => options.onPin(loan)}
      />
    ),
  },
];
