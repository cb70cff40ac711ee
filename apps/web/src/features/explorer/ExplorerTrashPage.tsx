import type { Contract, ReplyOf } from '@cairn/contract';
import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { send } from '../../lib/client.ts';
import { useNow } from '../../lib/clock.ts';
import { formatItems } from '../../lib/format/sizes.ts';
import { callKey } from '../../lib/queries.ts';
import { routes } from '../../lib/routes.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Column } from '../../ui/dataTableTypes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { BackLink } from '../../ui/BackLink.tsx';
import { Page, PageHeader } from '../../ui/Page.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { rowTarget, RowTitle } from '../../ui/RowTitle.tsx';
import type { LoanFilter } from '../loans/useLoanList.ts';
import { filterOf, isFiltered } from './loanFilter.ts';
import { LoanFilters } from './LoanFilters.tsx';

const route = getRouteApi('/shell/explorer/trash');

type LoanWithTrash = ReplyOf<Contract['viewLoansWithTrash']>['loans'][number];

const PAGE = 50;
const idOf = ({ id }: LoanWithTrash): string => id;

function useLoansWithTrash(filter: LoanFilter) {
  const query = useInfiniteQuery({
    queryKey: callKey('viewLoansWithTrash', { query: filter }),
    queryFn: ({ pageParam, signal }) =>
      send('viewLoansWithTrash', { query: { ...filter, limit: PAGE, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const pages = query.data?.pages;
  const loans = useMemo(() => pages?.flatMap((page) => page.loans), [pages]);
  return { ...query, loans };
}

const columns: Column<LoanWithTrash>[] = [
  {
    id: 'name',
    header: 'Loan',
    rowHeader: true,
    phone: 'title',
    cell: (loan) => (
      <RowTitle
        start={<LoanTile name={loan.name} color={loan.color} size={28} />}
        title={
          <Link to={routes.loanTrash} params={{ loanId: loan.id }} className={rowTarget}>
            {loan.name}
          </Link>
        }
        meta={loan.shortCode.toUpperCase()}
      />
    ),
  },
  { id: 'stage', header: 'Loan Stage', width: 160, cell: (loan) => loan.loanPhase.name },
  {
    id: 'trashed',
    header: 'In the trash',
    width: 140,
    align: 'right',
    phone: 'end',
    cell: (loan) => formatItems(loan.totalTrashed),
  },
];

/** All loans with elements in the trash. */
export function ExplorerTrashPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const now = useNow();
  const filter = useMemo(() => filterOf(search, now), [search, now]);
  const list = useLoansWithTrash(filter);
  return (
    <Page width="list">
      <PageHeader
        back={<BackLink to={routes.explorerLoans}>All loans</BackLink>}
        title="Trash"
        lead="Loans with items in the trash. Open one to restore or delete them."
      >
        <Button
          variant="default"
          leftSection={<IconInbox size={15} stroke={1.7} aria-hidden />}
          renderRoot={(root) => <Link {...root} to={routes.shoeboxTrash} />}
        >
          Trash of the shoebox
        </Button>
      </PageHeader>
      <LoanFilters
        search={search}
        onFilter={(change) =>
          void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
        }
      />
      <DataTable
        label="Trash"
        rows={list.loans}
        rowId={idOf}
        columns={columns}
        density="comfortable"
        keyboard={{
          keys: {
            Enter: ({ id }) =>
              void navigate({ to: routes.loanTrash, params: { loanId: id }, search: {} }),
          },
        }}
        onNearEnd={() => {
          if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
        }}
        fallback={
          <QueryFallback
            query={list}
            loading="Loading the trash"
            failed="The trash could not be loaded"
          />
        }
        empty={
          isFiltered(search) ? (
            <EmptyState title="No results">Remove a filter to see more.</EmptyState>
          ) : (
            <EmptyState title="The trash is empty">
              Items you remove from a loan appear here.
            </EmptyState>
          )
        }
      />
    </Page>
  );
}
