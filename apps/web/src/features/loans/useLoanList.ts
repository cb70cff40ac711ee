import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Request, send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';

export type LoanFilter = Omit<NonNullable<Request<'viewLoans'>['query']>, 'cursor' | 'limit'>;

const PAGE = 50;

/** The loans that match a filter, loaded page by page, with pinned loans first. */
export function useLoanList(filter: LoanFilter, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: callKey('viewLoans', { query: filter }),
    queryFn: ({ pageParam, signal }) =>
      send('viewLoans', { query: { ...filter, limit: PAGE, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    enabled,
  });
  const pages = query.data?.pages;
  const loans = useMemo(
    () => pages && [...(pages[0]?.pinned ?? []), ...pages.flatMap((page) => page.loans)],
    [pages],
  );
  return { ...query, loans, hasMore: query.hasNextPage };
}

export type LoanList = ReturnType<typeof useLoanList>;
