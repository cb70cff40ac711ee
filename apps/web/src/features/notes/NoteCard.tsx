import type { Note, Person } from '@cairn/contract';
import { Anchor, Box, Button, Group, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { NoteComposer } from './NoteComposer.tsx';
import { NoteEntry } from './NoteEntry.tsx';
import classes from './Notes.module.css';

interface NoteCardProps {
  note: Note;
  replies: readonly Note[];
  team: readonly Person[];
  mayWrite: boolean;
  /** Whether the URL links to this note. */
  isChosen: boolean;
  /** Hides the document's title, for notes that are shown beside the document. */
  hidesTitle: boolean;
}

function Place({ note, hidesTitle }: Pick<NoteCardProps, 'note' | 'hidesTitle'>) {
  const { element, page, loanId } = note;
  const where = page === null ? '' : `page ${page}`;
  if (!element) return hidesTitle ? null : <span>Whole loan</span>;
  if (hidesTitle) return where === '' ? null : <span>{`P${where.slice(1)}`}</span>;
  return (
    <Anchor
      inherit
      renderRoot={(root) => (
        <Link
          {...root}
          to={routes.loan}
          params={{ loanId }}
          search={{ view: 'package', item: element.id }}
        />
      )}
    >
      {element.title}
      {where && `, ${where}`}
    </Anchor>
  );
}

/** A note with its replies. */
export function NoteCard(props: NoteCardProps) {
  const { note, replies, team, mayWrite, isChosen, hidesTitle } = props;
  const [replying, setReplying] = useState(false);
  const setStatus = useAction('setNoteStatus');
  const card = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const change = (status: 'OPEN' | 'DONE') => setStatus.mutate({ params: { id: note.id, status } });
  return (
    <Box
      component="li"
      ref={card}
      className={classes.note}
      p="sm"
      bdrs="lg"
      bg="var(--surface)"
      data-open={note.status === 'OPEN' || undefined}
      data-chosen={isChosen || undefined}
    >
      <Group justify="space-between" wrap="nowrap" gap="sm" mb="s6" mih={24}>
        <Text component="div" size="meta" c="dimmed" truncate>
          <Place note={note} hidesTitle={hidesTitle} />
        </Text>
        {mayWrite && note.status === 'OPEN' && (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconCheck size={14} stroke={1.9} aria-hidden />}
            onClick={() => change('DONE')}
          >
            Mark done
          </Button>
        )}
        {note.status === 'DONE' && (
          <Group gap="xs" wrap="nowrap">
            <Text component="span" size="meta" c="var(--green-fg)">
              Done
            </Text>
            {mayWrite && (
              <Button size="compact-xs" variant="subtle" onClick={() => change('OPEN')}>
                Reopen
              </Button>
            )}
          </Group>
        )}
      </Group>
      <NoteEntry note={note} mayWrite={mayWrite} />
      {replies.map((reply) => (
        <Box key={reply.id} pt="s10">
          <NoteEntry note={reply} mayWrite={mayWrite} />
        </Box>
      ))}
      {mayWrite && (
        <Box pt="xs" pl={36}>
          {replying ? (
            <NoteComposer
              loanId={note.loanId}
              team={team}
              replyToId={note.id}
              onDone={() => setReplying(false)}
            />
          ) : (
            <Button size="compact-xs" variant="subtle" onClick={() => setReplying(true)}>
              Reply
            </Button>
          )}
        </Box>
      )}
    </Box>
  );
}
