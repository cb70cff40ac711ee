import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import type { MessagesSearch } from './search.ts';

interface Listed {
  loanId: string | undefined;
  show: MessagesSearch['show'];
}

/** The conversations, page after page, the one with the newest message first. */
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
    // One that moved up while the pages came is on two of them.
    const byId = new Map(all?.flatMap((page) => page.threads).map((each) => [each.id, each]));
    return all && [...byId.values()];
  }, [all]);
  return { ...pages, threads };
}

/** What was said in a conversation, in the order in which it was said. */
export function useMessages(threadId: string) {
  const request = { params: { id: threadId } };
  const pages = useInfiniteQuery({
    queryKey: callKey('listThreadMessages', request),
    queryFn: ({ pageParam, signal }) =>
      send('listThreadMessages', { ...request, query: { page: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextPage }) => nextPage ?? undefined,
    // The conversation itself says what is wrong.
    meta: { onFailure: () => true },
  });
  const all = pages.data?.pages;
  const messages = useMemo(() => {
    const byId = new Map(all?.flatMap((page) => page.messages).map((each) => [each.id, each]));
    return all && [...byId.values()].toReversed();
  }, [all]);
  return { ...pages, messages };
}
