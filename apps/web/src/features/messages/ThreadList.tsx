import type { Thread } from '@cairn/contract';
import { ActionIcon, Box, Button, CloseButton, Flex, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBellOff, IconPencilPlus, IconSearch, IconStarFilled } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, type MouseEvent, Suspense, useContext, useRef, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { useNow } from '../../lib/clock.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { hint } from '../../lib/hint.ts';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { UnreadBadge } from '../../ui/UnreadCount.tsx';
import { type RowCommand, useRowCommands } from '../../lib/useRowCommands.ts';
import { ChatContext } from './chat.ts';
import { AllDrafts, LoanDrafts } from './DraftRows.tsx';
import classes from './ThreadList.module.css';
import type { MessagesSearch } from './search.ts';
import { listedTime } from './times.ts';
import type { useThreads } from './usePages.ts';
import { previewOf, titleOf } from './threadText.ts';
import { ShowMore } from '../../ui/ShowMore.tsx';

const FoundMessages = lazy(() =>
  import('./FoundMessages.tsx').then((part) => ({ default: part.FoundMessages })),
);

type Show = NonNullable<MessagesSearch['show']> | 'all';

const SHOWN = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'important', label: 'Important' },
] as const;

const SEARCHED_AFTER_MS = 250;

const KEYS: RowCommand[] = [
  ['Next conversation', 'ArrowDown', 'down'],
  ['Previous conversation', 'ArrowUp', 'up'],
];

/** The arrow keys move the focus between the links, so Enter opens the focused conversation. */
function useListKeys() {
  const list = useRef<HTMLUListElement>(null);
  const step = (by: 1 | -1) => () => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a') ?? [])];
    const focusedIndex = links.indexOf(document.activeElement as HTMLElement);
    const next = links[focusedIndex + by];
    if (!next || (focusedIndex < 0 && by < 0)) return false;
    next.focus();
  };
  useRowCommands(KEYS, { down: step(1), up: step(-1) });
  return list;
}

interface RowProps {
  thread: Thread;
  title: string;
  me: string;
  now: Date;
  open: boolean;
  /** Whether the row shows the color of its loan, to tell loans apart. */
  colored: boolean;
  search: MessagesSearch;
  onSearch: (search: MessagesSearch) => void;
}

/**
 * In the chat panel, a click opens the conversation inside the panel. Opened in a new tab, the link leads to the
 * messages page.
 */
function useRowLink({ thread, search, onSearch }: RowProps) {
  const panel = useContext(ChatContext);
  if (!panel) return { to: '.', search } as const;
  return {
    to: routes.loanMessages,
    params: { loanId: thread.loan.id },
    search,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      onSearch(search);
    },
  } as const;
}

function Row(props: RowProps) {
  const { thread, title, me, now, open, colored } = props;
  const { lastMessage, lastMessageDate, unread, important, muted, loan } = thread;
  const link = useRowLink(props);
  return (
    <li>
      <Link
        {...link}
        className={classes.row ?? ''}
        aria-current={open ? 'true' : undefined}
        data-unread={unread > 0 || undefined}
      >
        {colored && (
          <span className={classes.mark} style={{ background: loan.color }} aria-hidden />
        )}
        <Text span className={classes.title} inherit truncate c="var(--ink)">
          {title}
        </Text>
        <Text component="span" size="meta" c="dimmed" ta="right">
          {listedTime(lastMessageDate, now)}
        </Text>
        <Flex component="span" className={classes.second} align="center" gap="s6" miw={0} mih={20}>
          <Text span className={classes.preview} inherit truncate>
            {previewOf(lastMessage, me)}
          </Text>
          {important > 0 && (
            <IconStarFilled
              size={13}
              style={{ color: 'var(--accent-text)' }}
              aria-label="Important"
            />
          )}
          {muted && <IconBellOff size={14} stroke={1.7} aria-label="Muted" />}
          <UnreadBadge count={unread} />
        </Flex>
      </Link>
    </li>
  );
}

function Nothing({ show, onNew }: { show: Show; onNew: () => void }) {
  if (show === 'unread')
    return <EmptyState title="Nothing unread">You’re all caught up.</EmptyState>;
  if (show === 'important') {
    return (
      <EmptyState title="Nothing important yet">
        Mark a message as important to find it here again.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No messages yet" action={<Button onClick={onNew}>Write a message</Button>}>
      Write to anyone on a loan. Messages stay with the loan.
    </EmptyState>
  );
}

interface SearchFieldProps {
  value: string;
  onChange: (words: string) => void;
}

function SearchField({ value, onChange }: SearchFieldProps) {
  return (
    <TextInput
      style={{ gridColumn: '1 / -1' }}
      type="search"
      aria-label="Search messages"
      placeholder="Search messages"
      maxLength={200}
      leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
      rightSection={
        value !== '' && <CloseButton aria-label="Clear search" onClick={() => onChange('')} />
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && value !== '') onChange('');
      }}
    />
  );
}

interface ThreadListProps {
  list: ReturnType<typeof useThreads>;
  me: string;
  openId: string | undefined;
  search: MessagesSearch;
  /** True if the list covers several loans. Each row then names its loan. */
  acrossLoans: boolean;
  /** ID of the loan if the list covers only one. */
  loanId: string | undefined;
  onSearch: (search: MessagesSearch) => void;
  onNew: () => void;
}

export function ThreadList(props: ThreadListProps) {
  const { list, me, openId, search, acrossLoans, loanId, onSearch, onNew } = props;
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), SEARCHED_AFTER_MS);
  const words = text.trim() === '' ? '' : settled;
  const panel = useContext(ChatContext);
  const keptSearch = { ...(search.show && { show: search.show }) };
  const now = useNow();
  const rows = useListKeys();
  const { threads } = list;
  const show: Show = search.show ?? 'all';
  const threadTitle = (id: string) => {
    const thread = threads?.find((each) => each.id === id);
    return thread && titleOf(thread, me);
  };
  const drafts =
    loanId === undefined ? (
      <AllDrafts titleOf={threadTitle} />
    ) : (
      <LoanDrafts loanId={loanId} search={keptSearch} titleOf={threadTitle} />
    );
  return (
    <Flex
      component="section"
      className={classes.pane}
      direction="column"
      miw={0}
      mih={0}
      aria-label="Conversations"
    >
      <header className={classes.head}>
        <h2 className={classes.heading}>Messages</h2>
        <ActionIcon
          size={32}
          aria-label="New message"
          aria-keyshortcuts="N"
          onClick={onNew}
          {...hint('New message (N)', 'bottom')}
        >
          <IconPencilPlus size={18} stroke={1.7} aria-hidden />
        </ActionIcon>
        {!panel && <SearchField value={text} onChange={setText} />}
        <Box style={{ gridColumn: '1 / -1' }}>
          <Segmented
            label="Which conversations"
            options={SHOWN}
            value={show}
            onChange={(next) => onSearch({ ...search, show: next === 'all' ? undefined : next })}
          />
        </Box>
      </header>
      {words !== '' && (
        <Suspense fallback={null}>
          <FoundMessages {...{ words, loanId, me }} search={keptSearch} />
        </Suspense>
      )}
      {words === '' && !panel && show === 'all' && drafts}
      {words === '' && !threads && (
        <Box py="md" px="s20">
          <QueryFallback
            query={list}
            loading="Loading the messages"
            failed="The messages could not be loaded"
          />
        </Box>
      )}
      {words === '' && threads?.length === 0 && <Nothing show={show} onNew={onNew} />}
      {words === '' && threads && threads.length > 0 && (
        <Box ref={rows} component="ul">
          {threads.map((thread) => (
            <Row
              key={thread.id}
              thread={thread}
              title={titleOf(thread, me, acrossLoans ? threads : undefined)}
              me={me}
              now={now}
              open={thread.id === openId}
              colored={acrossLoans}
              onSearch={onSearch}
              search={{ ...keptSearch, thread: thread.id }}
            />
          ))}
        </Box>
      )}
      {words === '' && <ShowMore list={list} flex="none" my="sm" mx="s20" />}
    </Flex>
  );
}
