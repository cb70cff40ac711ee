import { Text } from '@mantine/core';
import type { Loan } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { isLenderStaff, isAdministrator } from '../../lib/roles.ts';
import { UnreadCount } from '../../ui/UnreadCount.tsx';
import { useCall } from '../../lib/useCall.ts';
import classes from './LoanBar.module.css';
import { useUser } from '../../lib/useUser.ts';

const exactly = { exact: true, includeSearch: true };

export type LoanTab =
  | 'overview'
  | 'package'
  | 'shoebox'
  | 'messages'
  | 'reminders'
  | 'credit'
  | 'sources-and-uses'
  | 'application';

interface LoanTabsProps {
  loan: Pick<Loan, 'id' | 'companyId' | 'applicationState'>;
  tab: LoanTab;
  className: string | undefined;
}

/** So many files wait to be filed: of those who count their own, their own [R101]. */
function WaitingCount({ loanId }: { loanId: string }) {
  const { data } = useCall('totalPackagesLoansUser', { query: { loanId: [loanId] } });
  const count = data?.totalShoexboxItems ?? 0;
  return (
    count > 0 && (
      <Text
        span
        size="meta"
        ml="s6"
        px="s6"
        bdrs="var(--radius-pill)"
        bg="var(--active)"
        c="var(--ink-2)"
        fw={600}
      >
        {count}
      </Text>
    )
  );
}

/** On a phone the tabs scroll: the open one is scrolled into view. */
const bringIntoSight = (open: HTMLAnchorElement | null): void =>
  open?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The pages of a loan. */
export function LoanTabs({ loan, tab: here, className }: LoanTabsProps) {
  const { id: loanId, companyId: lenderId } = loan;
  const user = useUser();
  // Which one it is, the page knows; the router would ask for the same address.
  const tab = { to: routes.loan, params: { loanId }, activeOptions: exactly };
  const current = (is: boolean) => ({
    className: classes.tab,
    ref: is ? bringIntoSight : null,
    'aria-current': is ? ('page' as const) : undefined,
  });
  return (
    <nav className={className} aria-label="Loan">
      <Link {...tab} {...current(here === 'overview')}>
        Overview
      </Link>
      <Link {...tab} search={{ view: 'package' }} {...current(here === 'package')}>
        Package
      </Link>
      <Link to={routes.loanShoebox} params={{ loanId }} {...current(here === 'shoebox')}>
        Shoebox
        <WaitingCount loanId={loanId} />
      </Link>
      {!isAdministrator(user) && (
        <Link to={routes.loanMessages} params={{ loanId }} {...current(here === 'messages')}>
          Messages
          <UnreadCount loanId={loanId} className={classes.unread} />
        </Link>
      )}
      {isLenderStaff(user) && (
        <Link to={routes.loanReminders} params={{ loanId }} {...current(here === 'reminders')}>
          Reminders
        </Link>
      )}
      {isLenderStaff(user) && (
        <Link
          to={routes.loanSourcesUses}
          params={{ loanId }}
          aria-label="Sources and uses"
          {...current(here === 'sources-and-uses')}
        >
          {/* The whole name would be three lines high beside the loan's own. */}
          Sources
        </Link>
      )}
      {isLenderStaff(user) && !isAdministrator(user) && (
        <Link to={routes.loanCredit} params={{ loanId }} {...current(here === 'credit')}>
          Credit
        </Link>
      )}
      {/* Only for a loan with an application. */}
      {loan.applicationState && (
        <Link
          to={isLenderStaff(user) ? routes.loanApplication : routes.application}
          params={{ loanId, lenderId }}
          {...current(here === 'application')}
        >
          Application
        </Link>
      )}
    </nav>
  );
}
