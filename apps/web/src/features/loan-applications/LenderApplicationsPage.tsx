import type { ApplicationSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Box, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { personName } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import page from '../../ui/Page.module.css';
import classes from './LoanApplications.module.css';
import { ApplyAddress } from './ApplyAddress.tsx';
import { mayApply } from './mayApply.ts';
import { chipOf } from './states.ts';
import { useApplicationPages } from './useApplicationPages.ts';
import { useUser } from '../../lib/useUser.ts';

/** Open, rejected and all [R329]. */
export const LISTS = {
  open: {
    label: 'Open',
    call: 'listOpenApplications',
    empty: 'No applications to review. You’re all caught up.',
  },
  rejected: {
    label: 'Rejected',
    call: 'listRejectedApplications',
    empty: 'No rejected applications',
  },
  all: { label: 'All', call: 'listLenderApplications', empty: 'No applications yet' },
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
        <Text component="span" display="block" size="meta" c="dimmed">
          {[leadBorrower && personName(leadBorrower), application.shortCode.toUpperCase()]
            .filter(Boolean)
            .join(' · ')}
        </Text>
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
    <div className={page.wide}>
      <header className={page.head}>
        <div>
          <h1 className={page.title}>Applications</h1>
          <p className={page.lead}>Loan applications at {user.company?.name}.</p>
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
      <Group justify="space-between" gap={20} mb="md" style={{ rowGap: 12 }}>
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
      </Group>
      <QueryFallback
        query={query}
        loading="Loading the applications"
        failed="The applications could not be loaded"
        rows={6}
      />
      {applications?.length === 0 && <EmptyState title={empty} />}
      {applications && applications.length > 0 && (
        <Box bd="var(--border)" bdrs="lg" bg="var(--surface)" style={{ overflowX: 'auto' }}>
          <table className={classes.table} aria-label={`${LISTS[list].label} applications`}>
            <thead>
              <tr>
                <th>Application</th>
                <th className={classes.more}>Loan type</th>
                <th className={classes.amount}>Amount</th>
                <th>Status</th>
                <th className={classes.more}>Submitted</th>
              </tr>
            </thead>
            <tbody>
              {applications.map((application) => (
                <Row key={application.id} application={application} now={now} />
              ))}
            </tbody>
          </table>
        </Box>
      )}
      {hasNextPage && (
        <Button
          variant="default"
          mt="md"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  );
}
