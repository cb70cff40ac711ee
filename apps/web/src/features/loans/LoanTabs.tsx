import { Link } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import classes from './LoanBar.module.css';

const exactly = { exact: true, includeSearch: true };

interface LoanTabsProps {
  loanId: string;
  inPackage: boolean;
  className: string | undefined;
}

/** The pages of a loan. */
export function LoanTabs({ loanId, inPackage, className }: LoanTabsProps) {
  // Which one it is, the page knows; the router would ask for the same address.
  const tab = { to: routes.loan, params: { loanId }, activeOptions: exactly };
  const current = (is: boolean) => ({
    className: classes.tab,
    'aria-current': is ? ('page' as const) : undefined,
  });
  return (
    <nav className={className} aria-label="Loan">
      <Link {...tab} {...current(!inPackage)}>
        Overview
      </Link>
      <Link {...tab} search={{ view: 'package' }} {...current(inPackage)}>
        Package
      </Link>
    </nav>
  );
}
