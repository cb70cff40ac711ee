import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';

const PAGE = 200;

/** Files that wait on all loans, newest first, page after page; of one person where `from` names them. */
export function useWaitingFiles(from: string | undefined) {
  const filter = from === undefined ? {} : { userId: from };
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
