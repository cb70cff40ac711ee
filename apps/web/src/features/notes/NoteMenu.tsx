import type { Note } from '@cairn/contract';
import { Menu } from '@mantine/core';
import { IconFlag, IconMailOpened, IconPencil, IconTrash } from '@tabler/icons-react';
import { useAction } from '../../lib/useAction.ts';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';

export interface NoteMenuProps {
  note: Note;
  mayWrite: boolean;
  onEdit: () => void;
  onUnread: () => void;
  onDelete: () => void;
}

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

export default function NoteMenu(props: NoteMenuProps & MenuBodyProps) {
  const { target, note, mayWrite, onEdit, onUnread, onDelete } = props;
  const setStatus = useAction('setNoteStatus');
  const isFollowedUp = note.status !== 'NONE';
  return (
    <LateMenu position="bottom-end" width={200} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {mayWrite && note.replyToId === null && (
          <Menu.Item
            leftSection={<IconFlag {...icon} />}
            onClick={() =>
              setStatus.mutate({
                params: { id: note.id, status: isFollowedUp ? 'NONE' : 'OPEN' },
              })
            }
          >
            {isFollowedUp ? 'No follow-up' : 'Follow up'}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconMailOpened {...icon} />} onClick={onUnread}>
          Mark as unread
        </Menu.Item>
        {note.abilities.edit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            Edit
          </Menu.Item>
        )}
        {note.abilities.delete && (
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={onDelete}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
