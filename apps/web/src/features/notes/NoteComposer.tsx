import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/NumberInput.layer.css';
import type { Person } from '@cairn/contract';
import { NOTE_TEXT_MAX } from '@cairn/contract/note-terms';
import { Box, Button, Combobox, Group, NumberInput, Textarea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { personName } from '../../lib/format/names.ts';
import { useAction } from '../../lib/useAction.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { matchMembers, mentionAt, findMentions, putMention } from './mentions.ts';

interface NoteComposerProps {
  loanId: string;
  team: readonly Person[];
  /** The document that the note is about. */
  elementId?: string | undefined;
  /** The note to which this is a reply. */
  replyToId?: string | undefined;
  onDone?: () => void;
}

/** Typing @ offers the names of team members. Enter starts a new line; ⌘ Enter or Ctrl Enter saves. */
export function NoteComposer({ loanId, team, elementId, replyToId, onDone }: NoteComposerProps) {
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const [closed, setClosed] = useState(false);
  const [isOpen, setIsOpen] = useState(true);
  const [page, setPage] = useState<number | string>('');
  const field = useRef<HTMLTextAreaElement>(null);
  const create = useAction('createNote');
  const isReply = replyToId !== undefined;
  useEffect(() => {
    if (isReply) field.current?.focus();
  }, [isReply]);

  const mention = closed ? null : mentionAt(text, caret);
  const members = mention ? matchMembers(team, mention.typed) : [];
  const names = useCombobox({ opened: members.length > 0 });
  // Selects the first name after each key press, so that Enter inserts it.
  const { selectFirstOption } = names;
  const query = mention?.typed;
  useEffect(() => {
    if (query !== undefined) selectFirstOption();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another function each time
  }, [query]);

  const choose = (member: Person) => {
    if (!mention) return;
    const next = putMention(text, mention, member);
    // flushSync updates the text first, so that the caret is in place before the next key press.
    flushSync(() => {
      setText(next.text);
      setCaret(next.at);
    });
    field.current?.focus();
    field.current?.setSelectionRange(next.at, next.at);
  };
  const save = () => {
    if (text.trim() === '' || create.isPending) return;
    const userIds = findMentions(text, team);
    create.mutate(
      {
        body: {
          loanId,
          text,
          ...(elementId !== undefined && { elementId }),
          ...(typeof page === 'number' && { page }),
          ...(isReply ? { replyToId } : { status: isOpen ? 'OPEN' : 'NONE' }),
          ...(userIds.length > 0 && { userIds }),
        },
      },
      {
        onSuccess: () => {
          setText('');
          setPage('');
          onDone?.();
        },
      },
    );
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) {
      event.preventDefault();
      event.stopPropagation();
      save();
    } else if (event.key === 'Escape' && members.length > 0) {
      event.stopPropagation();
      setClosed(true);
    } else if (event.key === 'Escape' && isReply) {
      event.stopPropagation();
      onDone?.();
    }
  };

  return (
    <Box>
      <Combobox
        store={names}
        position="top-start"
        // Rendered inline: at the end of the body it would be outside the page's landmarks.
        withinPortal={false}
        onOptionSubmit={(id) => {
          const member = members.find((each) => each.id === id);
          if (member) choose(member);
        }}
      >
        <Combobox.Target withKeyboardNavigation={members.length > 0}>
          <Textarea
            ref={field}
            aria-label={isReply ? 'Your reply' : 'New note'}
            placeholder={isReply ? 'Reply' : 'Write a note. @ mentions a colleague.'}
            minRows={isReply ? 1 : 2}
            maxRows={10}
            maxLength={NOTE_TEXT_MAX}
            value={text}
            aria-keyshortcuts="Meta+Enter Control+Enter"
            onChange={(event) => {
              setText(event.currentTarget.value);
              setCaret(event.currentTarget.selectionStart);
              setClosed(false);
            }}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onKeyDownCapture={press}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label="Members of the team">
            {members.map((member) => (
              <Combobox.Option key={member.id} value={member.id}>
                <Group gap="xs" wrap="nowrap">
                  <Avatar person={member} size={24} />
                  {personName(member)}
                </Group>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <Group mt="xs" gap="sm" justify="flex-end">
        {elementId !== undefined && !isReply && (
          <NumberInput
            size="xs"
            w={88}
            aria-label="Page"
            placeholder="Page"
            min={1}
            max={100_000}
            allowDecimal={false}
            hideControls
            value={page}
            onChange={setPage}
          />
        )}
        {!isReply && (
          <Group component="label" gap="s6" mr="auto" fz="var(--mantine-font-size-table)">
            <input
              type="checkbox"
              checked={isOpen}
              onChange={(event) => setIsOpen(event.currentTarget.checked)}
            />
            Follow up
          </Group>
        )}
        {isReply && (
          <Button size="xs" variant="default" onClick={onDone}>
            Cancel
          </Button>
        )}
        <Button
          size="xs"
          loading={create.isPending}
          disabled={text.trim() === ''}
          rightSection={<Keys keys="mod+Enter" />}
          onClick={save}
        >
          {isReply ? 'Reply' : 'Add note'}
        </Button>
      </Group>
    </Box>
  );
}
