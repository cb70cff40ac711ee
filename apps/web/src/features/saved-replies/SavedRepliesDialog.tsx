import type { SavedReply } from '@cairn/contract';
import { textPreview } from '@cairn/contract/message-terms';
import { ActionIcon, Box, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconPlus, IconSearch, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useState } from 'react';
import { announce } from '../../lib/announce.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { SavedReplyForm } from './SavedReplyForm.tsx';

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Arrow keys move the focus from the search field to the replies and between the replies. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = STEPS[event.key];
  if (by === undefined) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-reply]')];
  const next = places[places.indexOf(document.activeElement as HTMLElement) + by];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The search field renders with the loaded replies, after the dialog has set its initial focus. */
const focusOnMount = (field: HTMLInputElement | null): void => field?.focus();

interface RowProps {
  reply: SavedReply;
  mayEdit: boolean;
  onInsert: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function Row({ reply, mayEdit, onInsert, onEdit, onDelete }: RowProps) {
  return (
    <Group component="li" wrap="nowrap" gap="s4" py="s2" style={{ borderTop: 'var(--border)' }}>
      <Button
        data-reply
        variant="subtle"
        color="gray"
        flex={1}
        miw={0}
        h="auto"
        py="xs"
        px="xs"
        justify="flex-start"
        styles={{ inner: { minWidth: 0 }, label: { display: 'block', textAlign: 'left' } }}
        onClick={onInsert}
      >
        <Text span inherit display="block" fw={600} lh={1.5} truncate>
          {reply.title}
        </Text>
        <Text span display="block" size="meta" fw={400} lh={1.5} c="dimmed" truncate>
          {textPreview(reply.body)}
        </Text>
      </Button>
      {mayEdit && (
        <>
          <ActionIcon aria-label={`Edit ${reply.title}`} onClick={onEdit}>
            <IconPencil size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Delete ${reply.title}`} onClick={onDelete}>
            <IconTrash size={16} stroke={1.7} aria-hidden />
          </ActionIcon>
        </>
      )}
    </Group>
  );
}

function DeleteReply({ companyId, reply, onClose }: { reply: SavedReply } & OfCompany) {
  const remove = useAction('deleteSavedReply', {
    onFailure: () => {
      onClose();
      return false;
    },
  });
  const confirm = () =>
    remove.mutate(
      { params: { companyId, id: reply.id } },
      {
        onSuccess: () => {
          announce(`${reply.title} deleted`);
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      title={`Delete “${reply.title}”?`}
      confirm="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      No one at your company will be able to insert it. Messages already sent don’t change.
    </ConfirmDialog>
  );
}

interface OfCompany {
  companyId: string;
  onClose: () => void;
}
interface SavedRepliesDialogProps extends OfCompany {
  onInsert: (body: string) => void;
}

type Task = { kind: 'edit'; reply: SavedReply | undefined } | { kind: 'delete'; reply: SavedReply };

/** Selects a reply to insert. Those who manage the company can also add, edit and delete replies here. */
export default function SavedRepliesDialog(props: SavedRepliesDialogProps) {
  const { companyId, onInsert, onClose } = props;
  const query = useCall('listSavedReplies', { params: { companyId } });
  const [words, setWords] = useState('');
  const [task, setTask] = useState<Task | undefined>(undefined);
  const back = () => setTask(undefined);
  const { data } = query;
  const mayEdit = data?.abilities.edit === true;
  const search = words.trim().toLowerCase();
  const matches = data?.replies.filter(({ title, body }) =>
    `${title}\n${body}`.toLowerCase().includes(search),
  );
  if (task?.kind === 'edit') {
    return <SavedReplyForm companyId={companyId} reply={task.reply} onClose={back} />;
  }
  if (task) return <DeleteReply companyId={companyId} reply={task.reply} onClose={back} />;
  const add = (
    <Button
      variant="default"
      leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />}
      onClick={() => setTask({ kind: 'edit', reply: undefined })}
    >
      New reply
    </Button>
  );
  return (
    <Modal opened onClose={onClose} title="Saved replies" size={560}>
      {!data && (
        <QueryFallback
          query={query}
          loading="Loading the saved replies"
          failed="The saved replies could not be loaded"
          rows={3}
        />
      )}
      {data?.replies.length === 0 && (
        <EmptyState title="No saved replies yet" action={mayEdit && add}>
          {mayEdit
            ? 'Keep the answers that your team writes often.'
            : 'An owner of your company can add answers that your team writes often.'}
        </EmptyState>
      )}
      {matches && data && data.replies.length > 0 && (
        // eslint-disable-next-line jsx-a11y/no-static-element-interactions
        <Stack gap="sm" pt="s4" onKeyDown={step}>
          <Group wrap="nowrap" gap="xs">
            <TextInput
              ref={focusOnMount}
              flex={1}
              data-autofocus
              aria-label="Search saved replies"
              placeholder="Search"
              leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
              onKeyDown={(event) => {
                const [first] = matches;
                if (event.key === 'Enter' && search !== '' && first) onInsert(first.body);
              }}
            />
            {mayEdit && add}
          </Group>
          {matches.length === 0 && (
            <Text size="table" c="var(--ink-2)">
              No results for “{words.trim()}”
            </Text>
          )}
          <Box component="ul" aria-label="Saved replies" mah="50dvh" style={{ overflowY: 'auto' }}>
            {matches.map((reply) => (
              <Row
                key={reply.id}
                reply={reply}
                mayEdit={mayEdit}
                onInsert={() => onInsert(reply.body)}
                onEdit={() => setTask({ kind: 'edit', reply })}
                onDelete={() => setTask({ kind: 'delete', reply })}
              />
            ))}
          </Box>
        </Stack>
      )}
    </Modal>
  );
}
