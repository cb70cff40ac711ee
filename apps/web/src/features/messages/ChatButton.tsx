import { ActionIcon } from '@mantine/core';
import { IconMessageCircle } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useCommands } from '../../lib/commands.ts';
import { hint } from '../../lib/hint.ts';
import { useStore } from '../../lib/store.ts';
import { chatOpen } from './chat.ts';

const toggle = () => chatOpen.set((open) => !open);

/** ID of the button, which receives the focus when the panel closes. */
export const CHAT_BUTTON = 'chat-button';

/** Opens and closes the chat panel of the loan. */
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
