import type { Loan } from '@cairn/contract';
import { Link } from '@tanstack/react-router';
import { isAdministrator } from '../../app/admin/sections.ts';
import { routes } from '../../app/routes.ts';
import { isLenderStaff } from '../identity/roles.ts';
import { UnreadCount } from '../../kit/UnreadCount.tsx';
import { useCall } from '../../kit/useCall.ts';
import classes from './LoanBar.module.css';
import { useUser } from '../identity/useUser.ts';

const exactly = { exact: true, includeSearch: true };

export type LoanTab = 'overview' | 'package' | 'shoebox' | 'messages' | 'application';

interface LoanTabsProps {
  loan: Pick<Loan, 'id' | 'companyId' | 'applicationState'>;
  tab: LoanTab;
  className: string | undefined;
}

/** So many files wait to be filed: of those who count their own, their own [R101]. */
function WaitingCount({ loanId }: { loanId: string }) {
  const { data } = useCall('totalPackagesLoansUser', { query: { loanId: [loanId] } });
  const count = data?.totalShoexboxItems ?? 0;
  return count > 0 && <span className={classes.count}>{count}</span>;
}

/** On a phone they go past the edge: the one that is open stands inside it. */
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
      {/* Of a loan that somebody applied for: what they said, or what they still say. */}
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
