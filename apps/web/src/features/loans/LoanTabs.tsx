import { Box, Text } from '@mantine/core';
import type { Loan } from '@cairn/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { isLenderStaff, isAdministrator } from '../../lib/roles.ts';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { UnreadCount } from '../../ui/UnreadCount.tsx';
import { useCall } from '../../lib/useCall.ts';
import { useItemsThatFit } from '../../lib/useItemsThatFit.ts';
import classes from './LoanBar.module.css';
import type { LoanTabLink, LoanTabsMenu } from './LoanTabsMenu.tsx';
import { useUser } from '../../lib/useUser.ts';

const menu = menuLoadedBy<LoanTabsMenu>(() => import('./LoanTabsMenu.tsx'));

export type LoanTab =
  | 'overview'
  | 'package'
  | 'shoebox'
  | 'messages'
  | 'reminders'
  | 'credit'
  | 'sources-and-uses'
  | 'application';

/** Number of files in the shoebox that are not filed yet. Borrowers see the count of their own files [R101]. */
function WaitingCount({ loanId }: { loanId: string }) {
  const { data } = useCall('totalPackagesLoansUser', { query: { loanId: [loanId] } });
  const count = data?.totalShoexboxItems ?? 0;
  return (
    count > 0 && (
      <Text
        span
        size="meta"
        ml="s2"
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

type TabsLoan = Pick<Loan, 'id' | 'companyId' | 'applicationState'>;

/** The pages of the loan that the user may open. */
function useLoanTabs({ id, companyId, applicationState }: TabsLoan): LoanTabLink[] {
  const user = useUser();
  const isStaff = isLenderStaff(user);
  const isAdmin = isAdministrator(user);
  const to = (route: string) => route.replace('$loanId', id).replace('$lenderId', companyId);
  const tabs: (LoanTabLink | false)[] = [
    { key: 'overview', title: 'Overview', to: to(routes.loan) },
    { key: 'package', title: 'Package', to: to(routes.loan), search: { view: 'package' } },
    {
      key: 'shoebox',
      title: 'Shoebox',
      to: to(routes.loanShoebox),
      count: <WaitingCount loanId={id} />,
    },
    !isAdmin && {
      key: 'messages',
      title: 'Messages',
      to: to(routes.loanMessages),
      count: <UnreadCount loanId={id} className={classes.unread} />,
    },
    isStaff && { key: 'reminders', title: 'Reminders', to: to(routes.loanReminders) },
    isStaff && {
      key: 'sources-and-uses',
      title: 'Sources and uses',
      to: to(routes.loanSourcesUses),
    },
    isStaff && !isAdmin && { key: 'credit', title: 'Credit', to: to(routes.loanCredit) },
    // Shown only if the loan has an application.
    applicationState !== null && {
      key: 'application',
      title: 'Application',
      to: to(isStaff ? routes.loanApplication : routes.application),
    },
  ];
  return tabs.filter((tab) => tab !== false);
}

/**
 * By default the router also marks Overview as active on its sub-pages. The `tab` property determines the current tab
 * instead.
 */
const NOT_BY_ADDRESS = { exact: true, includeSearch: true };

const scrollIntoView = (current: HTMLAnchorElement | null): void =>
  current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

interface TabProps {
  tab: LoanTabLink;
  isCurrent: boolean;
  hidden?: boolean;
}

function Tab({ tab: { to, search, title, count }, isCurrent, hidden }: TabProps) {
  return (
    <Link
      to={to}
      {...(search && { search })}
      activeOptions={NOT_BY_ADDRESS}
      className={classes.tab}
      ref={isCurrent ? scrollIntoView : null}
      aria-current={isCurrent ? 'page' : undefined}
      data-item
      data-hidden={hidden || undefined}
    >
      {title}
      {count}
    </Link>
  );
}

interface LoanTabsProps {
  loan: TabsLoan;
  tab: LoanTab;
}

/** The tabs below the bar on a phone. They scroll sideways, and the current tab is scrolled into view. */
export function LoanTabsBelow({ loan, tab: current }: LoanTabsProps) {
  return (
    <nav className={classes.tabsBelow} aria-label="Loan">
      {useLoanTabs(loan).map((tab) => (
        <Tab key={tab.key} tab={tab} isCurrent={tab.key === current} />
      ))}
    </nav>
  );
}

/** The tabs inside the bar. Tabs that do not fit move to a menu, except the current tab, which always stays visible. */
export function LoanTabs({ loan, tab: current }: LoanTabsProps) {
  const tabs = useLoanTabs(loan);
  const { row, hidden } = useItemsThatFit(
    tabs.length,
    tabs.findIndex(({ key }) => key === current),
  );
  return (
    <nav ref={row} className={classes.tabs} aria-label="Loan">
      {tabs.map((tab, index) => (
        <Tab
          key={tab.key}
          tab={tab}
          isCurrent={tab.key === current}
          hidden={hidden.includes(index)}
        />
      ))}
      {hidden.length > 0 && (
        <Box className={classes.more} data-more>
          <LazyMenu
            menu={menu}
            className={classes.tab}
            body={{ tabs: hidden.flatMap((index) => tabs[index] ?? []) }}
          >
            More
            <IconChevronDown size={14} stroke={1.7} aria-hidden />
          </LazyMenu>
        </Box>
      )}
    </nav>
  );
}
