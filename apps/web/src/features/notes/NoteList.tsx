import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { NoteCard } from './NoteCard.tsx';
import { NoteComposer } from './NoteComposer.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';

type Shown = 'ALL' | 'OPEN' | 'DONE';

interface NoteListProps {
  loanId: string;
  /** If set, only notes about this document are listed. */
  elementId?: string | undefined;
  /** The note that the URL links to. */
  chosenId?: string | undefined;
}

function useNotes(loanId: string, elementId: string | undefined, shown: Shown) {
  const query = {
    ...(elementId !== undefined && { elementId }),
    ...(shown !== 'ALL' && { status: shown }),
  };
  const request = { params: { loanId }, query };
  return useInfiniteQuery({
    // Separate from the key of NotesButton, whose query counts the open notes and is not paged.
    queryKey: [...callKey('listNotes', request), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send(
        'listNotes',
        { params: { loanId }, query: { ...query, ...(pageParam && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
  });
}

const EMPTY: Record<Shown, string> = {
  ALL: 'No notes yet.',
  OPEN: 'No open notes.',
  DONE: 'Nothing marked done yet.',
};

export function NoteList({ loanId, elementId, chosenId }: NoteListProps) {
  const [shown, setShown] = useState<Shown>(chosenId || elementId ? 'ALL' : 'OPEN');
  const notes = useNotes(loanId, elementId, shown);
  const [first] = notes.data?.pages ?? [];
  if (!first) {
    return (
      <QueryFallback
        query={notes}
        loading="Loading the notes"
        failed="The notes could not be loaded"
      />
    );
  }
  const all = notes.data!.pages.flatMap((page) => page.notes);
  const heads = all.filter(({ replyToId }) => replyToId === null);
  const replies = Map.groupBy(all, ({ replyToId }) => replyToId);
  const { counts, team, abilities } = first;
  return (
    <Stack gap="sm">
      {abilities.write && <NoteComposer loanId={loanId} team={team} elementId={elementId} />}
      {counts.all > 0 && (
        <Segmented
          label="Which notes"
          options={[
            { value: 'OPEN', label: `Open ${counts.open}` },
            { value: 'DONE', label: `Done ${counts.done}` },
            { value: 'ALL', label: `All ${counts.all}` },
          ]}
          value={shown}
          onChange={setShown}
        />
      )}
      {heads.length === 0 && (
        <Text size="table" c="dimmed">
          {EMPTY[shown]}
        </Text>
      )}
      <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
        {heads.map((note) => (
          <NoteCard
            key={note.id}
            note={note}
            replies={replies.get(note.id) ?? []}
            team={team}
            mayWrite={abilities.write}
            isChosen={note.id === chosenId}
            hidesTitle={elementId !== undefined}
          />
        ))}
      </Stack>
      <ShowMore list={notes} size="xs" display="block" mx="auto">
        Show older notes
      </ShowMore>
    </Stack>
  );
}
