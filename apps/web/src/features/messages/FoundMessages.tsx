import type { Message } from '@cairn/contract';
import { Box, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { send } from '../../lib/client.ts';
import { useNow } from '../../lib/clock.ts';
import { personName } from '../../lib/format/names.ts';
import { callKey } from '../../lib/queries.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { textAround } from './body.ts';
import type { MessagesSearch } from './search.ts';
import classes from './ThreadList.module.css';
import { listedTime } from './times.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';

function useFound(words: string, loanId: string | undefined) {
  const query = { q: words, ...(loanId && { loanId }) };
  return useInfiniteQuery({
    queryKey: callKey('searchMessages', { query }),
    queryFn: ({ pageParam, signal }) =>
      send('searchMessages', { query: { ...query, page: pageParam } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextPage }) => nextPage ?? undefined,
  });
}

interface FoundMessagesProps {
  words: string;
  loanId: string | undefined;
  me: string;
  search: MessagesSearch;
}

interface FoundProps extends Omit<FoundMessagesProps, 'loanId'> {
  message: Message;
  now: Date;
}

function Found({ message, words, me, search, now }: FoundProps) {
  const { createdByUser, createdDate, body, messageThread } = message;
  return (
    <li>
      <Link to="." search={{ ...search, thread: messageThread.id }} className={classes.row ?? ''}>
        <Text span className={classes.title} inherit truncate c="var(--ink)">
          {createdByUser.id === me ? 'You' : personName(createdByUser)}
        </Text>
        <Text component="span" size="meta" c="dimmed" ta="right">
          {listedTime(createdDate, now)}
        </Text>
        <Text span className={classes.second} inherit truncate>
          {textAround(body, words)}
        </Text>
      </Link>
    </li>
  );
}

/** Search results, newest first. They replace the list of conversations. */
export function FoundMessages(props: FoundMessagesProps) {
  const { words, loanId } = props;
  const now = useNow();
  const query = useFound(words, loanId);
  const matches = query.data?.pages.flatMap(({ messages }) => messages);
  if (!matches) {
    return (
      <Box py="md" px="s20">
        <QueryFallback
          query={query}
          loading="Searching the messages"
          failed="The messages could not be searched"
        />
      </Box>
    );
  }
  if (matches.length === 0) {
    return <EmptyState title={`No results for “${words}”`}>Try fewer words.</EmptyState>;
  }
  return (
    <>
      <Box component="ul" aria-label="Search results">
        {matches.map((message) => (
          <Found key={message.id} {...props} message={message} now={now} />
        ))}
      </Box>
      <ShowMore list={query} flex="none" my="sm" mx="s20" />
    </>
  );
}
