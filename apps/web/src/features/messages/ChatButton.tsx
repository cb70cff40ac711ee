import { ActionIcon } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { hint } from '../../lib/hint.ts';
import { useStore } from '../../lib/store.ts';
import { chatOpen } from './chat.ts';

const toggle = () => chatOpen.set((open) => !open);

/** Where the panel gives the focus back. */
export const CHAT_BUTTON = 'chat-button';

/** Opens the conversation beside the loan, and closes it. */
export function ChatButton() {
  const open = useStore(chatOpen);
  useCommands(
    useMemo(() => [{ label: 'Open or close the chat', keys: 'c', where: 'page', run: toggle }], []),
  );
  return (
    <ActionIcon
      id={CHAT_BUTTON}
      size={36}
      aria-label="Chat"
      aria-pressed={open}
      aria-keyshortcuts="c"
      onClick={toggle}
      {...hint(open ? 'Close the chat (C)' : 'Chat (C)', 'bottom')}
    >
      <IconMessageCircle size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
