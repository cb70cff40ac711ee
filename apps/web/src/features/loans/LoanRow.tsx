import type { LoanSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Link } from '@tanstack/react-router';
import { clsx } from 'clsx';
import { memo } from 'react';
import { routes } from '../../app/routes.ts';
import { closeDistance, daysInPhase, daysUntil, formatDay } from '../../format/dates.ts';
import { formatMoney } from '../../format/money.ts';
import { AvatarStack } from '../../kit/Avatar.tsx';
import { ProgressWithNumber } from '../../kit/Progress.tsx';
import { isRunning } from './grouping.ts';
import classes from './LoanTable.module.css';
import { PinButton } from './PinButton.tsx';

interface LoanRowProps {
  loan: LoanSummary;
  now: Date;
  index: number;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
  onPin: (loan: LoanSummary) => void;
  /** Undefined where nothing is done with several at once. */
  selected: boolean | undefined;
  onSelect: (id: string, range: boolean) => void;
}

type NameCellProps = Pick<LoanRowProps, 'loan' | 'selected' | 'onSelect'>;

function SelectBox({ loan, selected, onSelect }: NameCellProps) {
  return (
    <input
      type="checkbox"
      className={classes.select}
      checked={selected ?? false}
      disabled={!loan.abilities.move}
      aria-label={`Select ${loan.name}`}
      onChange={() => undefined}
      onClick={(event) => onSelect(loan.id, event.shiftKey)}
    />
  );
}

function NameCell({ loan, selected, onSelect }: NameCellProps) {
  return (
    <th scope="row" className={classes.name}>
      {selected !== undefined && <SelectBox loan={loan} selected={selected} onSelect={onSelect} />}
      <span className={classes.colour} style={{ background: loan.color }} aria-hidden />
      <Link to={routes.loan} params={{ loanId: loan.id }} className={classes.link}>
        {loan.name}
      </Link>
      <span className={classes.meta}>
        <span className={classes.code}>{loan.shortCode.toUpperCase()}</span>
        <span className={classes.typeInMeta}>{LOAN_TYPES[loan.loanType]}</span>
        {loan.loanPurpose && <span>{loan.loanPurpose}</span>}
      </span>
    </th>
  );
}

function CloseCell({ loan, now }: { loan: LoanSummary; now: Date }) {
  const { closeDate } = loan;
  if (closeDate === null) return <td className={clsx(classes.close, classes.quiet)}>-</td>;
  const past = daysUntil(closeDate, now) < 0;
  return (
    <td className={classes.close}>
      <span>{formatDay(closeDate)}</span>
      {(isRunning(loan) || !past) && (
        <span className={clsx(classes.meta, past && classes.past)}>
          {closeDistance(closeDate, now)}
        </span>
      )}
    </td>
  );
}

/** Drawn again only when its loan or its selection changes: the table around it is, at every scroll. */
export const LoanRow = memo(function LoanRow(props: LoanRowProps) {
  const { loan, now, index, measure, onPin, selected, onSelect } = props;
  return (
    <tr
      ref={measure}
      data-index={index}
      data-selected={selected || undefined}
      className={classes.row}
    >
      <NameCell loan={loan} selected={selected} onSelect={onSelect} />
      <td className={classes.type}>{LOAN_TYPES[loan.loanType]}</td>
      <td className={clsx(classes.number, classes.amount)}>{formatMoney(loan.amount)}</td>
      <td className={classes.phase}>
        <span>{loan.loanPhase.name}</span>
        <span className={classes.meta}>{daysInPhase(loan.phaseEnteredDate, now)}</span>
      </td>
      <td className={classes.progress}>
        <ProgressWithNumber answered={loan.percentageAnswered} approved={loan.percentageApproved} />
      </td>
      <CloseCell loan={loan} now={now} />
      <td className={classes.team}>
        <AvatarStack people={loan.team.map(({ user }) => user)} />
      </td>
      <td className={classes.pin}>
        <PinButton
          name={loan.name}
          pinned={loan.pinned}
          shortcut=" (P)"
          className={clsx(classes.pinButton, loan.pinned && classes.pinned)}
          onToggle={() => onPin(loan)}
        />
      </td>
    </tr>
  );
});
