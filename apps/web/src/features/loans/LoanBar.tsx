import type { Loan } from '@cairn/contract';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { routes } from '../../app/routes.ts';
import { loanInitials } from '../../format/names.ts';
import { useCommands } from '../../kit/commands.ts';
import classes from './LoanBar.module.css';
import { LoanTabs, type LoanTab } from './LoanTabs.tsx';
import { PeopleButton } from './PeopleButton.tsx';
import { PinButton } from './PinButton.tsx';
import { usePin } from './usePin.ts';

interface LoanBarProps {
  loan: Loan;
  tab: LoanTab;
  children?: ReactNode;
}

export function LoanBar({ loan, tab, children }: LoanBarProps) {
  const togglePin = usePin();
  const pin = useRef(() => togglePin(loan));
  useEffect(() => {
    pin.current = () => togglePin(loan);
  });
  useCommands(
    useMemo(
      () => [
        {
          label: `${loan.pinned ? 'Unpin' : 'Pin'} ${loan.name}`,
          where: 'page',
          run: () => pin.current(),
        },
      ],
      [loan.pinned, loan.name],
    ),
  );
  return (
    <header className={classes.bar}>
      <ActionIcon
        className={classes.back ?? ''}
        component={Link}
        to={routes.home}
        size={44}
        aria-label="Back to the loans"
      >
        <IconArrowLeft size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      <span className={classes.tile} style={{ background: loan.color }} aria-hidden>
        {loanInitials(loan.name)}
      </span>
      <div className={classes.names}>
        <h1 className={classes.name}>{loan.name}</h1>
        <p className={classes.code}>{loan.shortCode.toUpperCase()}</p>
      </div>
      <LoanTabs loan={loan} tab={tab} className={classes.tabs} />
      <div className={classes.end}>
        <PeopleButton loan={loan} />
        <PinButton
          name={loan.name}
          pinned={loan.pinned}
          className={classes.pin}
          onToggle={() => togglePin(loan)}
        />
        {children}
      </div>
    </header>
  );
}
