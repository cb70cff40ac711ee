import type { LoanSummary } from '@cairn/contract';
import { LOAN_TYPES } from '@cairn/contract/constants';
import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { formatItems } from '../../lib/format/sizes.ts';
import { routes } from '../../lib/routes.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { rowTarget, RowTitle } from '../../ui/RowTitle.tsx';
import { useLoanList } from '../loans/useLoanList.ts';
import { filterOf, isFiltered, type LoansSearch } from './loanFilter.ts';
import { LoanFilters } from './LoanFilters.tsx';

const route = getRouteApi('/shell/explorer/loans');

const idOf = ({ id }: LoanSummary): string => id;
const nameOf = ({ name }: LoanSummary): string => name;

const columnsAt = (now: Date): Column<LoanSummary>[] => [
  {
    id: 'name',
    header: 'Loan',
    rowHeader: true,
    phone: 'title',
    cell: (loan) => (
      <RowTitle
        start={<LoanTile name={loan.name} color={loan.color} size={28} />}
        title={
          <Link to={routes.explorerLoan} params={{ loanId: loan.id }} className={rowTarget}>
            {loan.name}
          </Link>
        }
        meta={loan.shortCode.toUpperCase()}
      />
    ),
  },
  {
    id: 'type',
    header: 'Type',
    width: 150,
    hideBelow: 'sm',
    cell: (loan) => LOAN_TYPES[loan.loanType],
  },
  { id: 'stage', header: 'Loan Stage', width: 150, cell: (loan) => loan.loanPhase.name },
  {
    id: 'files',
    header: 'Documents',
    width: 120,
    align: 'right',
    cell: ({ packageTotals }) => formatItems(packageTotals.totalFiles),
  },
  {
    id: 'review',
    header: 'To review',
    width: 100,
    align: 'right',
    hideBelow: 'md',
    phone: 'hidden',
    cell: ({ packageTotals }) => packageTotals.totalFilesToReview || '',
  },
  {
    id: 'modified',
    header: 'Modified',
    width: 130,
    phone: 'end',
    cell: (loan) => formatModified(loan.lastModifiedDate, now),
  },
];

/** Loans as folders of documents. */
export function ExplorerLoansPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const filter = useMemo(() => filterOf(search, now), [search, now]);
  const list = useLoanList(filter);
  const columns = useMemo(() => columnsAt(now), [now]);
  const show = (change: LoansSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  return (
    <Page width="list">
      <PageHeader title="Explorer" lead="The documents of every loan you can see.">
        <Button
          variant="default"
          leftSection={<IconTrash size={15} stroke={1.7} aria-hidden />}
          renderRoot={(root) => <Link {...root} to={routes.explorerTrash} />}
        >
          Trash
        </Button>
      </PageHeader>
      <LoanFilters search={search} onFilter={show} />
      <DataTable
        label="Loans"
        rows={list.loans}
        rowId={idOf}
        rowName={nameOf}
        columns={columns}
        density="comfortable"
        keyboard={{
          keys: {
            Enter: ({ id }) =>
              void navigate({ to: routes.explorerLoan, params: { loanId: id }, search: {} }),
          },
        }}
        onNearEnd={() => {
          if (list.hasMore && !list.isFetchingNextPage) void list.fetchNextPage();
        }}
        fallback={
          <QueryFallback
            query={list}
            loading="Loading the loans"
            failed="The loans could not be loaded"
          />
        }
        empty={
          <EmptyState title={isFiltered(search) ? 'No results' : 'No loans yet'}>
            {isFiltered(search) ? 'Remove a filter to see more.' : 'Loans you work on appear here.'}
          </EmptyState>
        }
      />
    </Page>
  );
}
