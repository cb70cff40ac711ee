import type { ApplicationSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { routes } from '../../lib/routes.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { formatMoney } from '../../lib/format/money.ts';
import { personName } from '../../lib/format/names.ts';
import { useNow } from '../../lib/clock.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { rowTarget, RowTitle } from '../../ui/RowTitle.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { ApplyAddress } from './ApplyAddress.tsx';
import { mayApply } from './mayApply.ts';
import { chipOf } from './states.ts';
import { useApplicationPages } from './useApplicationPages.ts';
import { useUser } from '../../lib/useUser.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';

/** The lists of applications: open, rejected and all [R329]. */
const LISTS = {
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

const idOf = ({ id }: ApplicationSummary): string => id;

const columnsAt = (now: Date): Column<ApplicationSummary>[] => [
  {
    id: 'application',
    header: 'Application',
    rowHeader: true,
    cell: ({ lenderId, loanId, name, leadBorrower, shortCode }) => (
      <RowTitle
        title={
          <Link to={routes.loanApplication} params={{ loanId, lenderId }} className={rowTarget}>
            {name}
          </Link>
        }
        meta={[leadBorrower && personName(leadBorrower), shortCode.toUpperCase()]
          .filter(Boolean)
          .join(' · ')}
      />
    ),
  },
  {
    id: 'type',
    header: 'Loan type',
    width: '20%',
    hideBelow: 'sm',
    phone: 'hidden',
    cell: ({ loanType }) => LOAN_TYPES[loanType],
  },
  {
    id: 'amount',
    header: 'Amount',
    width: 130,
    align: 'right',
    cell: ({ amount }) => formatMoney(amount),
  },
  {
    id: 'status',
    header: 'Status',
    width: 150,
    phone: 'push',
    cell: ({ state }) => <StatusChip {...chipOf(state)} />,
  },
  {
    id: 'submitted',
    header: 'Submitted',
    width: 140,
    hideBelow: 'md',
    phone: 'hidden',
    cell: ({ applicationSubmittedAt: submitted }) =>
      submitted ? formatModified(submitted, now) : '-',
  },
];

/** A lender's applications. The first list has those that need a decision. */
export function LenderApplicationsPage() {
  const user = useUser();
  const { list = 'open' } = useSearch({ from: `/shell${routes.lenderApplications}` });
  const navigate = useNavigate();
  const now = useNow();
  const columns = useMemo(() => columnsAt(now), [now]);
  const companyId = user.company?.id ?? '';
  const { call, empty } = LISTS[list];
  const query = useApplicationPages(call, { params: { id: companyId }, query: {} });
  const { applications } = query;
  return (
    <Page>
      <PageHeader title="Applications" lead={`Loan applications at ${user.company?.name}.`}>
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
      </PageHeader>
      <Group justify="space-between" gap="s20" mb="md" style={{ rowGap: 12 }}>
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
      <DataTable
        label={`${LISTS[list].label} applications`}
        rows={applications}
        rowId={idOf}
        columns={columns}
        fallback={
          <QueryFallback
            query={query}
            loading="Loading the applications"
            failed="The applications could not be loaded"
            rows={6}
          />
        }
        empty={<EmptyState title={empty} />}
      />
      <ShowMore list={query} mt="md" />
    </Page>
  );
}
