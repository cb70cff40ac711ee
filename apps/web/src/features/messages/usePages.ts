import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import type { MessagesSearch } from './search.ts';

interface Listed {
  loanId: string | undefined;
  show: MessagesSearch['show'];
}

/** The conversations, loaded page by page, with the newest message first. */
export function useThreads({ loanId, show }: Listed) {
  const query = { ...(loanId && { loanId }), ...(show && { show }) };
  const pages = useInfiniteQuery({
    queryKey: callKey('listThreads', { query }),
    queryFn: ({ pageParam, signal }) =>
      send('listThreads', { query: { ...query, page: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextPage }) => nextPage ?? undefined,
  });
  const all = pages.data?.pages;
  const threads = useMemo(() => {
    // A conversation that moved up between two page requests is on both pages.
    const byId = new Map(all?.flatMap((page) => page.threads).map((each) => [each.id, each]));
    return all && [...byId.values()];
  }, [all]);
  return { ...pages, threads };
}

/** The messages of a conversation, oldest first. */
export function useMessages(threadId: string) {
  const request = { params: { id: threadId } };
  const pages = useInfiniteQuery({
    queryKey: callKey('listThreadMessages', request),
    queryFn: ({ pageParam, signal }) =>
      send('listThreadMessages', { ...request, query: { page: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextPage }) => nextPage ?? undefined,
    // The conversation shows its own error message.
    meta: { onFailure: () => true },
  });
  const all = pages.data?.pages;
  const messages = useMemo(() => {
    const byId = new Map(all?.flatMap((page) => page.messages).map((each) => [each.id, each]));
    return all && [...byId.values()].toReversed();
  }, [all]);
  return { ...pages, messages };
}
