import type { AuditFilter } from '@cairn/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';

const PAGE = 50;

/** Loads the audit log page by page, newest entries first. */
export function useAuditLog(query: AuditFilter) {
  const log = useInfiniteQuery({
    queryKey: callKey('listAuditEntries', { query }),
    queryFn: ({ pageParam, signal }) =>
      send('listAuditEntries', { query: { ...query, limit: PAGE, cursor: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
  return { ...log, entries: log.data?.pages.flatMap((page) => page.entries) };
}
