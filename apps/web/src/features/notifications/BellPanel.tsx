import type { BellNotification } from '@cairn/contract';
import { ActionIcon, Box, Button, Flex, Group, ScrollArea, Text } from '@mantine/core';
import { IconCheck, IconSettings } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { send } from '../../lib/client.ts';
import { hint } from '../../lib/hint.ts';
import { callKey } from '../../lib/queries.ts';
import { routes } from '../../lib/routes.ts';
import { useAction } from '../../lib/useAction.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { UnreadBadge } from '../../ui/UnreadCount.tsx';
import classes from './Bell.module.css';
import { NotificationRow } from './NotificationRow.tsx';

type Show = 'all' | 'unread';
const SHOWS = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
] as const;

function useBell(show: Show) {
  return useInfiniteQuery({
    queryKey: [...callKey('listNotifications', { query: { show } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send('listNotifications', { query: { show, ...(pageParam && { page: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextPage }) => nextPage,
  });
}

/** J and K move over the lines, E marks one as read, Shift+U all of them. */
function useLineKeys(markRead: (id: string) => void, markAllRead: () => void) {
  const list = useRef<HTMLDivElement>(null);
  const move = (step: number) => {
    const lines = [...(list.current?.querySelectorAll<HTMLElement>('a[data-line]') ?? [])];
    const at = lines.findIndex((line) => line === document.activeElement);
    const next = at < 0 ? 0 : Math.min(lines.length - 1, Math.max(0, at + step));
    lines[next]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const id = (document.activeElement as HTMLElement | null)?.dataset['line'];
    if (event.key === 'j' || event.key === 'ArrowDown') move(1);
    else if (event.key === 'k' || event.key === 'ArrowUp') move(-1);
    else if (event.key === 'e' && id) markRead(id);
    else if (event.key === 'U' && event.shiftKey) markAllRead();
    else return;
    event.preventDefault();
  };
  return { list, press };
}

export function BellPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const [show, setShow] = useState<Show>('all');
  const query = useBell(show);
  const marking = useAction('markNotificationRead');
  const markingAll = useAction('markAllNotificationsRead');
  const markRead = (id: string) => marking.mutate({ params: { id } });
  const markAllRead = () => markingAll.mutate({});
  const { list, press } = useLineKeys(markRead, markAllRead);
  const lines = query.data?.pages.flatMap(({ notifications }) => notifications);
  return (
    // Keys of the list, wherever the focus is inside it.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <Text component="div" size="table" onKeyDown={press}>
      <Group className={classes.head ?? ''} gap="xs" wrap="nowrap">
        <Text component="h2" size="section" fw={600}>
          Notifications
        </Text>
        <UnreadBadge count={unread} />
        <Button
          ml="auto"
          variant="subtle"
          size="compact-sm"
          disabled={unread === 0}
          onClick={markAllRead}
          {...hint('Mark all read (Shift+U)', 'bottom')}
        >
          Mark all read
        </Button>
        <ActionIcon
          component={Link}
          to={routes.profile}
          size={32}
          aria-label="Notification settings"
          onClick={onClose}
        >
          <IconSettings size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Group>
      <Group px="md" pb="sm">
        <Segmented label="Show" options={SHOWS} value={show} onChange={setShow} />
      </Group>
      <ScrollArea.Autosize mah="min(560px, 70vh)" viewportRef={list} type="auto">
        {!lines && (
          <QueryFallback
            query={query}
            loading="Loading your notifications"
            failed="Your notifications could not be loaded"
            rows={4}
          />
        )}
        {lines?.length === 0 && <NoLines show={show} />}
        {lines && <LinesByLoan lines={lines} onRead={markRead} onOpen={onClose} />}
        {query.hasNextPage && (
          <Group justify="center" p="sm">
            <Button
              variant="default"
              size="compact-sm"
              loading={query.isFetchingNextPage}
              onClick={() => void query.fetchNextPage()}
            >
              Show older
            </Button>
          </Group>
        )}
      </ScrollArea.Autosize>
    </Text>
  );
}

function NoLines({ show }: { show: Show }) {
  return show === 'unread' ? (
    <EmptyState title="Nothing unread">You’re all caught up.</EmptyState>
  ) : (
    <EmptyState title="No notifications yet">
      Requests, uploads, reviews and messages on your loans show up here.
    </EmptyState>
  );
}

interface LinesProps {
  lines: BellNotification[];
  onRead: (id: string) => void;
  onOpen: () => void;
}

function LinesByLoan({ lines, onRead, onOpen }: LinesProps) {
  const loans = [...Map.groupBy(lines, ({ loan }) => loan.id).values()];
  return loans.map((ofLoan) => {
    const { loan } = ofLoan[0]!;
    const fresh = ofLoan.filter(({ read }) => !read).length;
    return (
      <section key={loan.id} aria-label={loan.name}>
        <h3 className={classes.loan}>
          <Box
            component="span"
            flex="none"
            w={12}
            h={12}
            bdrs={4}
            style={{ background: loan.color }}
            aria-hidden
          />
          <Text span inherit truncate flex={1} miw={0}>
            {loan.name}
          </Text>
          {fresh > 0 && (
            <Text span size="meta" c="dimmed">
              {fresh} new
            </Text>
          )}
        </h3>
        {ofLoan.map((line) => (
          <Flex
            key={line.id}
            className={classes.row}
            align="flex-start"
            pr="sm"
            data-unread={!line.read || undefined}
          >
            <NotificationRow
              notification={line}
              onOpen={() => {
                if (!line.read) onRead(line.id);
                onOpen();
              }}
            />
            {!line.read && (
              <ActionIcon
                size={32}
                aria-label="Mark as read"
                onClick={() => onRead(line.id)}
                {...hint('Mark as read (E)', 'bottom')}
              >
                <IconCheck size={16} stroke={1.7} aria-hidden />
              </ActionIcon>
            )}
          </Flex>
        ))}
      </section>
    );
  });
}
