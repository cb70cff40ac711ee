import type { ApplicationSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { formatModified } from '../../format/dates.ts';
import { formatMoney } from '../../format/money.ts';
import { personName } from '../../format/names.ts';
import { useNow } from '../../kit/clock.ts';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { NotThere } from '../../kit/NotThere.tsx';
import { Segmented } from '../../kit/Segmented.tsx';
import { StatusChip } from '../../kit/StatusChip.tsx';
import page from '../../kit/Page.module.css';
import classes from './Applications.module.css';
import { ApplyAddress } from './ApplyAddress.tsx';
import { mayApply } from './mayApply.ts';
import { chipOf } from './states.ts';
import { useApplicationPages } from './useApplicationPages.ts';
import { useUser } from '../identity/useUser.ts';

/** Open, rejected and all [R329]. */
export const LISTS = {
  open: {
    label: 'Open',
    call: 'listOpenApplications',
    empty: 'Nothing waits for an answer. You’re all caught up.',
  },
  rejected: {
    label: 'Rejected',
    call: 'listRejectedApplications',
    empty: 'No application was turned down.',
  },
  all: { label: 'All', call: 'listLenderApplications', empty: 'Nobody has applied here yet.' },
} as const;
export type ListName = keyof typeof LISTS;
const OPTIONS = Object.entries(LISTS).map(([value, { label }]) => ({
  value: value as ListName,
  label,
}));

function Row({ application, now }: { application: ApplicationSummary; now: Date }) {
  const { lenderId, loanId, leadBorrower, applicationSubmittedAt: submitted } = application;
  return (
    <tr>
      <td>
        <Link
          to={routes.loanApplication}
          params={{ loanId, lenderId }}
          className={classes.name ?? ''}
        >
          {application.name}
        </Link>
        <span className={classes.note}>
          {[leadBorrower && personName(leadBorrower), application.shortCode.toUpperCase()]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </td>
      <td className={classes.more}>{LOAN_TYPES[application.loanType]}</td>
      <td className={classes.amount}>{formatMoney(application.amount)}</td>
      <td>
        <StatusChip {...chipOf(application.state)} />
      </td>
      <td className={classes.more}>{submitted ? formatModified(submitted, now) : '-'}</td>
    </tr>
  );
}

/** Applications at the lender: what waits for an answer first. */
export function LenderApplicationsPage() {
  const user = useUser();
  const { list = 'open' } = useSearch({ from: `/shell${routes.lenderApplications}` });
  const navigate = useNavigate();
  const now = useNow();
  const companyId = user.company?.id ?? '';
  const { call, empty } = LISTS[list];
  const query = useApplicationPages(call, { params: { id: companyId }, query: {} });
  const { applications, hasNextPage, fetchNextPage, isFetchingNextPage } = query;
  return (
    <div className={classes.wide}>
      <header className={page.head}>
        <div>
          <h1 className={page.title}>Applications</h1>
          <p className={page.lead}>What people apply for at {user.company?.name}.</p>
        </div>
        {mayApply(user) && (
          <Button
            leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
            renderRoot={(root) => (
              <Link {...root} to={routes.applyNew} params={{ lenderId: companyId }} />
            )}
          >
            New application
          </Button>
        )}
      </header>
      <div className={classes.tools}>
        <Segmented
          label="Which applications"
          options={OPTIONS}
          value={list}
          onChange={(next) =>
            void navigate({
              to: routes.lenderApplications,
              search: next === 'open' ? {} : { list: next },
            })
          }
        />
        <ApplyAddress lenderId={companyId} />
      </div>
      <NotThere
        query={query}
        loading="Loading the applications"
        failed="The applications could not be loaded"
        rows={6}
      />
      {applications?.length === 0 && <EmptyState title={empty} />}
      {applications && applications.length > 0 && (
        <div className={classes.scroller}>
          <table className={classes.table} aria-label={`${LISTS[list].label} applications`}>
            <thead>
              <tr>
                <th>Application</th>
                <th className={classes.more}>Loan type</th>
                <th className={classes.amount}>Amount</th>
                <th>Status</th>
                <th className={classes.more}>Sent in</th>
              </tr>
            </thead>
            <tbody>
              {applications.map((application) => (
                <Row key={application.id} application={application} now={now} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.foot ?? ''}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
