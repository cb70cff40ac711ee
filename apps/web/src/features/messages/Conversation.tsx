import type { Message, Thread } from '@cairn/contract';
import { ActionIcon, Box, Button, Stack, Text } from '@mantine/core';
import { IconArrowLeft, IconBell, IconBellOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import type { CallError } from '../../lib/CallError.ts';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { hint } from '../../lib/hint.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { LoanTile } from '../../ui/LoanTile.tsx';
import { useStore } from '../../lib/store.ts';
import { typing } from '../../lib/typingNotices.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { Answer } from './Answer.tsx';
import classes from './Conversation.module.css';
import type { MessageActs } from './messageActs.ts';
import { MessageItem } from './MessageItem.tsx';
import { byDay } from './times.ts';
import { useMessages } from './usePages.ts';
import { useRead } from './useRead.ts';
import { memberNames, titleOf, typingLine } from './threadText.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';

const DeleteDialog = lazy(() => import('./DeleteDialog.tsx'));

interface HeadProps {
  thread: Thread;
  me: string;
  acrossLoans: boolean;
  onBack: () => void;
}

function MuteButton({ thread: { id, muted } }: { thread: Thread }) {
  const mute = useAction('muteThread');
  const unmute = useAction('unmuteThread');
  const label = muted ? 'Unmute' : 'Mute';
  const Icon = muted ? IconBellOff : IconBell;
  return (
    <ActionIcon
      size={36}
      aria-label={label}
      onClick={() => (muted ? unmute : mute).mutate({ params: { id } })}
      {...hint(muted ? 'Muted: no emails. Unmute' : 'Mute: no emails about it', 'bottom')}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}

function Head({ thread, me, acrossLoans, onBack }: HeadProps) {
  const { loan, subject } = thread;
  return (
    <header className={classes.head}>
      <ActionIcon
        className={classes.back ?? ''}
        size={44}
        aria-label="Back to the conversations"
        onClick={onBack}
      >
        <IconArrowLeft size={20} stroke={1.7} aria-hidden />
      </ActionIcon>
      {acrossLoans && <LoanTile name={loan.name} color={loan.color} size={32} />}
      <Box flex={1} miw={0}>
        <Text component="h2" truncate size="subsection" fw={600}>
          {acrossLoans ? loan.name : titleOf(thread, me)}
          {acrossLoans && subject !== null && (
            <Box component="span" c="var(--ink-2)" fw={400}>
              {' '}
              · {subject}
            </Box>
          )}
        </Text>
        <Text truncate size="meta" c="var(--ink-2)">
          {memberNames(thread, me)}
        </Text>
      </Box>
      {acrossLoans && (
        <Button
          className={classes.open ?? ''}
          variant="default"
          renderRoot={(root) => <Link {...root} to={routes.loan} params={{ loanId: loan.id }} />}
        >
          Open loan
        </Button>
      )}
      <MuteButton thread={thread} />
    </header>
  );
}

interface SaidProps {
  messages: Message[];
  me: string;
  acts: MessageActs;
}

function Said({ messages, me, acts }: SaidProps) {
  const now = useNow();
  return byDay(messages, now).map((day) => (
    <section key={day.name} aria-label={day.name}>
      <h3 className={classes.day}>
        <span>{day.name}</span>
      </h3>
      {day.messages.map((message) => (
        <MessageItem key={message.id} message={message} me={me} acts={acts} />
      ))}
    </section>
  ));
}

/** Shows who else is typing. A name disappears when that person's message arrives. */
function Typing({ thread, last }: { thread: Thread; last: Message | undefined }) {
  const writing = useStore(typing).filter(
    ({ threadId, userId }) => threadId === thread.id && userId !== last?.createdByUser.id,
  );
  const people = thread.users
    .filter(({ user }) => writing.some(({ userId }) => userId === user.id))
    .map(({ user }) => user);
  return (
    <Text
      size="meta"
      mih={20}
      pl={44}
      c="var(--ink-2)"
      style={{ lineHeight: '1.25rem' }}
      aria-hidden={people.length === 0}
    >
      {typingLine(people)}
    </Text>
  );
}

interface ConversationProps {
  threadId: string;
  me: string;
  acrossLoans: boolean;
  onBack: () => void;
  onForward: (message: Message) => void;
}

/** Shown if the conversation was deleted or the user lost access to it. */
function Gone({ onBack }: { onBack: () => void }) {
  return (
    <Stack gap={0} miw={0} mih={0}>
      <EmptyState
        title="This conversation is gone"
        action={
          <Button variant="default" onClick={onBack}>
            Back to the conversations
          </Button>
        }
      >
        It was deleted, or you no longer have access.
      </EmptyState>
    </Stack>
  );
}

export function Conversation(props: ConversationProps) {
  const { threadId, me, acrossLoans, onBack, onForward } = props;
  const thread = useCall('getThread', { params: { id: threadId } }, { onFailure: () => true });
  const list = useMessages(threadId);
  const [deleting, setDeleting] = useState<Message | undefined>(undefined);
  const { messages } = list;
  const last = messages?.at(-1);
  const { markUnread } = useRead(thread.data, last);
  const acts: MessageActs = {
    onForward: useEventCallback(onForward),
    onDelete: setDeleting,
    onUnread: useEventCallback((message: Message) => {
      markUnread(message);
      onBack();
    }),
  };
  if (thread.isError && (thread.error as CallError).status === 404) return <Gone onBack={onBack} />;
  return (
    <Stack component="section" gap={0} miw={0} mih={0} aria-label="Conversation">
      {thread.data && <Head thread={thread.data} {...{ me, acrossLoans, onBack }} />}
      {/* The list scrolls from its end: the newest message is in view, and earlier messages load above it. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} role="log" aria-label="Message history" tabIndex={0}>
        <div className={classes.said}>
          <ShowMore className={classes.earlier ?? ''} list={list}>
            Show earlier messages
          </ShowMore>
          {!messages && (
            <QueryFallback
              query={list}
              loading="Loading the conversation"
              failed="The conversation could not be loaded"
            />
          )}
          {messages && <Said {...{ messages, me, acts }} />}
          {thread.data && <Typing thread={thread.data} last={last} />}
        </div>
      </div>
      {thread.data && <Answer key={threadId} thread={thread.data} me={me} />}
      {deleting && (
        <Suspense fallback={null}>
          <DeleteDialog
            message={deleting}
            onClose={() => setDeleting(undefined)}
            onDeleted={messages?.length === 1 ? onBack : undefined}
          />
        </Suspense>
      )}
    </Stack>
  );
}
