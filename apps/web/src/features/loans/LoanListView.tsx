import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { RowsSkeleton } from '../../kit/Skeleton.tsx';
import { useDelayed } from '../../kit/useDelayed.ts';
import classes from './LoanListView.module.css';
import { LoanTable } from './LoanTable.tsx';

interface LoanListViewProps extends ComponentProps<typeof LoanTable> {
  empty: { title: string; text: string };
  /** Known beforehand that there is nothing to ask for. */
  nothing?: boolean | undefined;
}

/** The list in whatever state it is: loading, failed, empty, or there. */
export function LoanListView({ empty, nothing = false, ...table }: LoanListViewProps) {
  const { list } = table;
  const waiting = useDelayed(list.isPending && !nothing);
  if (list.loans && list.loans.length > 0) return <LoanTable {...table} />;
  return (
    <div className={classes.card}>
      {waiting && <RowsSkeleton label="Loading loans" />}
      {list.isError && (
        <EmptyState
          title="The loans could not be loaded"
          action={
            <Button variant="default" onClick={() => void list.refetch()}>
              Try again
            </Button>
          }
        >
          They are safe; the list just did not arrive.
        </EmptyState>
      )}
      {(nothing || list.loans?.length === 0) && (
        <EmptyState title={empty.title}>{empty.text}</EmptyState>
      )}
    </div>
  );
}
