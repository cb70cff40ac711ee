import type { CallName } from '@cairn/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Request, send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';

type ListCall = Extract<
  CallName,
  | 'listApplications'
  | 'listOpenApplications'
  | 'listRejectedApplications'
  | 'listLenderApplications'
>;

/** Loads a list of applications page by page. */
export function useApplicationPages(name: ListCall, request: Request<ListCall>, enabled = true) {
  const query = useInfiniteQuery({
    queryKey: callKey<ListCall>(name, request),
    queryFn: ({ pageParam, signal }) =>
      send(
        name,
        {
          ...request,
          query: { ...request.query, ...(pageParam && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled,
  });
  return { ...query, applications: query.data?.pages.flatMap((page) => page.applications) };
}
