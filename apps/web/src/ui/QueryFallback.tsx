import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { RowsSkeleton } from './Skeleton.tsx';
import { useDelayed } from '../lib/useDelayed.ts';

interface QueryFallbackProps {
  query: { isPending: boolean; isError: boolean; refetch: () => Promise<unknown> };
  /** Announced to screen readers while the query loads, for example "Loading your browsers". */
  loading: string;
  /** The title of the failure, for example "Your browsers could not be loaded". */
  failed: string;
  rows?: number;
  /** Details of the failure. */
  children?: ReactNode;
}

/**
 * Shown in place of a query's data: a skeleton once the wait is noticeable, or the failure with a button to try
 * again.
 */
export function QueryFallback({ query, loading, failed, rows, children }: QueryFallbackProps) {
  const waiting = useDelayed(query.isPending);
  if (waiting) return <RowsSkeleton label={loading} {...(rows && { rows })} />;
  if (!query.isError) return null;
  return (
    <EmptyState
      title={failed}
      action={
        <Button variant="default" onClick={() => void query.refetch()}>
          Try again
        </Button>
      }
    >
      {children}
    </EmptyState>
  );
}
