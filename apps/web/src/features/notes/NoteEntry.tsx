import type { Note } from '@cairn/contract';
import { NOTE_TEXT_MAX } from '@cairn/contract/note-terms';
import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { personName } from '../../lib/format/names.ts';
import { useAction } from '../../lib/useAction.ts';
import { useUser } from '../../lib/useUser.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { NoteText } from './NoteText.tsx';

const menu = menuLoadedBy(() => import('./NoteMenu.tsx'));

function EditNote({ note, onDone }: { note: Note; onDone: () => void }) {
  const [text, setText] = useState(note.text);
  const edit = useAction('editNote');
  const field = useRef<HTMLTextAreaElement>(null);
  // The menu that opened this field is closed and cannot keep the focus, so the field takes it.
  useEffect(() => field.current?.focus(), []);
  const save = () =>
    edit.mutate({ params: { id: note.id }, body: { text } }, { onSuccess: onDone });
  return (
    <Stack gap="xs" pt="s4">
      <Textarea
        ref={field}
        aria-label="Your note"
        maxLength={NOTE_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" loading={edit.isPending} disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

/** Marks a note as read when it is visible, unless the reader has just marked it unread. */
function useReadWhenSeen(note: Note) {
  const { ref, inViewport } = useInViewport();
  const { mutate } = useAction('markNoteRead', { onFailure: () => true });
  const unread = useAction('markNoteUnread');
  const keepsUnread = useRef(false);
  const [wasUnread] = useState(!note.read);
  useEffect(() => {
    if (inViewport && !note.read && !keepsUnread.current) mutate({ params: { id: note.id } });
  }, [inViewport, note.id, note.read, mutate]);
  return {
    ref,
    isNew: wasUnread || !note.read,
    markUnread: () => {
      keepsUnread.current = true;
      unread.mutate({ params: { id: note.id } });
    },
  };
}

interface NoteEntryProps {
  note: Note;
  mayWrite: boolean;
}

/** A note or a reply, with its author and time. */
export function NoteEntry({ note, mayWrite }: NoteEntryProps) {
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const remove = useAction('deleteNote');
  const { ref, isNew, markUnread } = useReadWhenSeen(note);
  const user = useUser();
  const when = formatModified(note.createdDate, useNow());
  const name =
    note.author.id === user.id ? 'You' : personName(note.author) || 'A colleague at the lender';
  return (
    <Group ref={ref} component="article" align="flex-start" wrap="nowrap" gap="sm">
      <Avatar person={note.author} size={24} />
      <Box flex={1} miw={0}>
        <Group component="header" gap="xs" wrap="nowrap">
          <Text component="strong" size="table" fw={600}>
            {name}
          </Text>
          <Text component="time" size="meta" c="dimmed" dateTime={note.createdDate}>
            {when}
            {note.editedDate && ', edited'}
          </Text>
          {isNew && (
            <Text component="span" size="meta" c="var(--accent-text)" fw={600}>
              New
            </Text>
          )}
        </Group>
        {editing ? (
          <EditNote note={note} onDone={() => setEditing(false)} />
        ) : (
          <NoteText note={note} />
        )}
      </Box>
      <LazyMenu
        menu={menu}
        label={`More for the note of ${name}, ${when}`}
        body={{
          note,
          mayWrite,
          onEdit: () => setEditing(true),
          onUnread: markUnread,
          onDelete: () => setDeleting(true),
        }}
      >
        <IconDots size={16} stroke={1.7} aria-hidden />
      </LazyMenu>
      <ConfirmDialog
        opened={deleting}
        title="Delete this note?"
        confirm="Delete"
        busy={remove.isPending}
        onClose={() => setDeleting(false)}
        onConfirm={() =>
          remove.mutate({ params: { id: note.id } }, { onSettled: () => setDeleting(false) })
        }
      >
        The note and its replies are deleted for everyone.
      </ConfirmDialog>
    </Group>
  );
}
