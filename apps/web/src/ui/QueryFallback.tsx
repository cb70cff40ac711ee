import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { EmptyState } from './EmptyState.tsx';
import { RowsSkeleton } from './Skeleton.tsx';
import { useDelayed } from '../lib/useDelayed.ts';

interface QueryFallbackProps {
  query: { isPending: boolean; isError: boolean; refetch: () => Promise<unknown> };
  /** What a screen reader hears of the wait: "Loading your browsers". */
  loading: string;
  /** "Your browsers could not be loaded". */
  failed: string;
  rows?: number;
  /** More about the failure. */
  children?: ReactNode;
}

/** In the place of what was asked for: its outline once the wait is noticeable, or a way to ask again. */
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
