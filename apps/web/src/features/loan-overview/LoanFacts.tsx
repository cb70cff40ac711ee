import { Box, Group, Text } from '@mantine/core';
import type { Loan } from '@cairn/contract';
import { LOAN_STATUSES, LOAN_TYPES } from '@cairn/contract/constants';
import { REVIEW_STATUSES } from '@cairn/contract/template-terms';
import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { closeDistance, daysUntil, formatDay } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { useNow } from '../../lib/clock.ts';
import { ProgressRing } from '../../ui/Progress.tsx';
import type { Counts } from '../elements/packageTree.ts';
import { isRunning } from '../loans/loanGroups.ts';
import classes from './LoanFacts.module.css';

interface FactProps {
  label: string;
  note?: ReactNode;
  children: ReactNode;
}

function Fact({ label, note, children }: FactProps) {
  return (
    <Box maw={260}>
      <Text component="dt" size="meta" c="dimmed">
        {label}
      </Text>
      <Text component="dd" size="table" mt={1} fw={500}>
        {children}
        {note && (
          <Text span className={classes.note} size="meta" truncate display="block" c="dimmed">
            {note}
          </Text>
        )}
      </Text>
    </Box>
  );
}

function CloseDate({ loan, closeDate }: { loan: Loan; closeDate: string }) {
  const now = useNow();
  const past = daysUntil(closeDate, now) < 0;
  const distance = (
    <span className={clsx(past && classes.past)}>{closeDistance(closeDate, now)}</span>
  );
  return (
    <Fact label="Close date" note={isRunning(loan) || !past ? distance : null}>
      {formatDay(closeDate)}
    </Fact>
  );
}

export function LoanFacts({ loan, counts }: { loan: Loan; counts: Counts }) {
  return (
    <div className={classes.facts}>
      <Group gap="sm" wrap="nowrap">
        <ProgressRing answered={loan.percentageAnswered} approved={loan.percentageApproved} />
        <dl className={classes.list}>
          <Fact label="Loan Progress" note={`${counts.approved} approved of ${counts.total}`}>
            {counts.answered} answered
          </Fact>
        </dl>
      </Group>
      <dl className={classes.list} aria-label="About the loan">
        <Fact label="Status">{LOAN_STATUSES[loan.status]}</Fact>
        <Fact label="Review">{REVIEW_STATUSES[loan.reviewStatus]}</Fact>
        {loan.closeDate && <CloseDate loan={loan} closeDate={loan.closeDate} />}
        <Fact label="Loan type" note={loan.loanPurpose}>
          {LOAN_TYPES[loan.loanType]}
        </Fact>
        {loan.amount !== null && <Fact label="Amount">{formatMoney(loan.amount)}</Fact>}
        <Fact label="Lender">{loan.companyName}</Fact>
      </dl>
    </div>
  );
}
