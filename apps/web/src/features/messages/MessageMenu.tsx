import type { Message } from '@cairn/contract';
import { Menu } from '@mantine/core';
import {
  IconArrowForwardUp,
  IconCopy,
  IconMailOpened,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react';
import { LateMenu } from '../../ui/LateMenu.tsx';
import type { MenuBodyProps } from '../../ui/LazyMenu.tsx';
import { useAction } from '../../lib/useAction.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { useUser } from '../../lib/useUser.ts';
import { copyMessage } from './copyMessage.ts';
import type { MessageActs } from './messageActs.ts';

interface MessageMenuProps extends MessageActs {
  message: Message;
  me: string;
  onEdit: () => void;
}

const icon = { size: 15, stroke: 1.7, 'aria-hidden': true } as const;

export default function MessageMenu(props: MessageMenuProps & MenuBodyProps) {
  const { target, message, me, onEdit, onForward, onUnread, onDelete } = props;
  const lends = isLenderStaff(useUser());
  const keep = useAction('markMessageImportant');
  const drop = useAction('markMessageNotImportant');
  const { important, abilities } = message;
  const toggle = () => (important ? drop : keep).mutate({ params: { id: message.id } });
  return (
    <LateMenu position="bottom-end" width={200} offset={4}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={important ? <IconStarOff {...icon} /> : <IconStar {...icon} />}
          onClick={toggle}
        >
          {important ? 'Mark as not important' : 'Mark as important'}
        </Menu.Item>
        {message.createdByUser.id !== me && (
          <Menu.Item leftSection={<IconMailOpened {...icon} />} onClick={() => onUnread(message)}>
            Mark as unread
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconArrowForwardUp {...icon} />}
          onClick={() => onForward(message)}
        >
          Forward
        </Menu.Item>
        {lends && (
          <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => void copyMessage(message)}>
            Copy with formatting
          </Menu.Item>
        )}
        {abilities.edit && (
          <Menu.Item leftSection={<IconPencil {...icon} />} onClick={onEdit}>
            Edit
          </Menu.Item>
        )}
        {abilities.remove && (
          <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => onDelete(message)}>
            Delete
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </LateMenu>
  );
}
