import { Link, useRouteContext } from '@tanstack/react-router';
import { isAdministrator } from '../../app/admin/sections.ts';
import { routes } from '../../app/routes.ts';
import { UnreadCount } from '../../kit/UnreadCount.tsx';
import classes from './LoanBar.module.css';

const exactly = { exact: true, includeSearch: true };

export type LoanTab = 'overview' | 'package' | 'messages';

interface LoanTabsProps {
  loanId: string;
  tab: LoanTab;
  className: string | undefined;
}

/** The pages of a loan. */
export function LoanTabs({ loanId, tab: here, className }: LoanTabsProps) {
  const { user } = useRouteContext({ from: '/shell' });
  // Which one it is, the page knows; the router would ask for the same address.
  const tab = { to: routes.loan, params: { loanId }, activeOptions: exactly };
  const current = (is: boolean) => ({
    className: classes.tab,
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
      {!isAdministrator(user) && (
        <Link to={routes.loanMessages} params={{ loanId }} {...current(here === 'messages')}>
          Messages
          <UnreadCount loanId={loanId} className={classes.unread} />
        </Link>
      )}
    </nav>
  );
}
