import type { Loan } from '@cairn/contract';
import { ActionIcon, Box, Flex, Text } from '@mantine/core';
import { IconArrowsDiagonal, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { hint } from '../../lib/hint.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { closeChatWhenSent } from '../../lib/preferences.ts';
import { usePreference } from '../../lib/usePreference.ts';
import { ChatContext, chatOpen } from './chat.ts';
import { CHAT_BUTTON } from './ChatButton.tsx';
import classes from './ChatPanel.module.css';
import { Messages } from './Messages.tsx';
import type { MessagesSearch } from './search.ts';
import { useThreads } from './usePages.ts';

function close(): void {
  chatOpen.set(false);
  document.getElementById(CHAT_BUTTON)?.focus();
}

interface OpenedProps {
  loan: Loan;
  /** ID of the conversation with the newest message; undefined if there are no conversations. */
  newest: string | undefined;
}

function Opened({ loan, newest }: OpenedProps) {
  const [search, setSearch] = useState<MessagesSearch>(newest ? { thread: newest } : {});
  const closes = usePreference(closeChatWhenSent);
  const whole = search.thread === undefined ? {} : { thread: search.thread };
  const context = useMemo(() => ({ onSent: () => closes.value && close() }), [closes.value]);
  return (
    <>
      <Flex
        component="header"
        className={classes.head}
        align="center"
        gap="s4"
        flex="none"
        pl="md"
        pr="sm"
        py="s10"
      >
        <Text component="h2" size="subsection" flex={1} fw={600}>
          Chat
        </Text>
        <ActionIcon
          size={32}
          aria-label="Open in messages"
          {...hint('Open in messages', 'bottom')}
          renderRoot={(root: object) => (
            <Link {...root} to={routes.loanMessages} params={{ loanId: loan.id }} search={whole} />
          )}
        >
          <IconArrowsDiagonal size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
        <ActionIcon size={32} aria-label="Close the chat" onClick={close}>
          <IconX size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Flex>
      <ChatContext value={context}>
        <Messages loan={loan} search={search} onSearch={setSearch} />
      </ChatContext>
      <Box
        component="footer"
        flex="none"
        pt="xs"
        px="md"
        pb="sm"
        style={{ borderTop: 'var(--border)' }}
      >
        <Switch label="Close when a message is sent" checked={closes.value} onChange={closes.set} />
      </Box>
    </>
  );
}

/** A panel with the conversations about a loan. It is not modal, so the page stays usable. */
export default function ChatPanel({ loan }: { loan: Loan }) {
  const panel = useRef<HTMLElement>(null);
  const list = useThreads({ loanId: loan.id, show: undefined });
  useEffect(() => panel.current?.focus(), []);
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // React passes key events from dialogs through the panel. A dialog closes itself on Escape, so its events are
    // ignored here.
    if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
    event.preventDefault();
    close();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside ref={panel} className={classes.panel} aria-label="Chat" tabIndex={-1} onKeyDown={press}>
      {list.threads ? (
        <Opened loan={loan} newest={list.threads[0]?.id} />
      ) : (
        <QueryFallback
          query={list}
          loading="Loading the conversations"
          failed="The conversations could not be loaded"
        />
      )}
    </aside>
  );
}
