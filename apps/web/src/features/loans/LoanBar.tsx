import type { Loan } from '@cairn/contract';
import { ActionIcon } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { loanInitials } from '../../format/names.ts';
import { AvatarStack } from '../../kit/Avatar.tsx';
import classes from './LoanBar.module.css';
import { PinButton } from './PinButton.tsx';
import { usePin } from './usePin.ts';

/** A person may hold several roles on a loan, and is one face all the same. */
function peopleOf(loan: Loan) {
  return [...new Map(loan.loanRoles.map(({ user }) => [user.id, user])).values()];
}

export function LoanBar({ loan }: { loan: Loan }) {
  const togglePin = usePin();
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
      <nav className={classes.tabs} aria-label="Loan">
        <Link to={routes.loan} params={{ loanId: loan.id }} className={classes.tab}>
          Package
        </Link>
      </nav>
      <div className={classes.end}>
        <span className={classes.people}>
          <AvatarStack people={peopleOf(loan)} shown={4} />
        </span>
        <PinButton
          name={loan.name}
          pinned={loan.pinned}
          className={classes.pin}
          onToggle={() => togglePin(loan)}
        />
      </div>
    </header>
  );
}
