import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Request, send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';

const PAGE = 200;

/** Shoebox files that match the filter, waiting or in the trash, newest first, one page after another. */
export function useWaitingFiles(filter: NonNullable<Request<'listLenderShoebox'>['query']>) {
  const query = useInfiniteQuery({
    queryKey: callKey('listLenderShoebox', { query: { ...filter, limit: PAGE } }),
    queryFn: ({ pageParam, signal }) =>
      send('listLenderShoebox', { query: { ...filter, limit: PAGE, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  const pages = query.data?.pages;
  const items = useMemo(() => (pages ?? []).flatMap((page) => page.items), [pages]);
  return { ...query, items, total: pages?.[0]?.total ?? 0 };
}
