import { Button, Paper } from '@mantine/core';
import { lazy, Suspense, useEffect } from 'react';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { RowsSkeleton } from '../../ui/Skeleton.tsx';
import { useDelayed } from '../../lib/useDelayed.ts';
import type { LoanTableProps } from './LoanTable.tsx';

const loadTable = () => import('./LoanTable.tsx');
const LoanTable = lazy(loadTable);

interface LoanListViewProps extends LoanTableProps {
  empty: { title: string; text: string };
  /** True if the list is known to be empty without a request. */
  nothing?: boolean | undefined;
  /** A query whose result the request for the loans depends on. */
  needs?: { isLoadingError: boolean; refetch: () => Promise<unknown> } | undefined;
}

/** Renders the list or its loading, error or empty state. */
export function LoanListView({ empty, nothing = false, needs, ...table }: LoanListViewProps) {
  const { list } = table;
  const failed = needs?.isLoadingError ? needs : list.isError && list;
  // Loads the table code in parallel with the loans.
  useEffect(() => void loadTable(), []);
  const waiting = useDelayed(list.isPending && !nothing && !failed);
  const card = (
    <Paper mih={240} withBorder radius="lg">
      {waiting && <RowsSkeleton label="Loading loans" />}
      {failed && (
        <EmptyState
          title="The loans could not be loaded"
          action={
            <Button variant="default" onClick={() => void failed.refetch()}>
              Try again
            </Button>
          }
        >
          Your loans are safe. Try loading the list again.
        </EmptyState>
      )}
      {(nothing || list.loans?.length === 0) && (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      )}
    </Paper>
  );
  if (!list.loans || list.loans.length === 0) return card;
  return (
    <Suspense fallback={card}>
      <LoanTable {...table} />
    </Suspense>
  );
}
