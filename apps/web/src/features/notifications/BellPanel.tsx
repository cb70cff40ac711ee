import type { BellNotification } from '@cairn/contract';
import { ActionIcon, Box, Button, Flex, Group, ScrollArea, Text } from '@mantine/core';
import { IconBell, IconBellOff, IconCheck } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { send } from '../../lib/client.ts';
import { hint } from '../../lib/hint.ts';
import { callKey } from '../../lib/queries.ts';
import { isLenderStaff } from '../../lib/roles.ts';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { useUser } from '../../lib/useUser.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { UnreadBadge } from '../../ui/UnreadCount.tsx';
import classes from './Bell.module.css';
import { NotificationRow } from './NotificationRow.tsx';
import { ShowMore } from '../../ui/ShowMore.tsx';

type Show = 'all' | 'unread' | 'mentions';
const SHOWS: { value: Show; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
];
/** Only the lender's employees can be mentioned in notes. */
const LENDER_SHOWS = [...SHOWS, { value: 'mentions' as const, label: 'Mentions' }];

function useBell(show: Show) {
  return useInfiniteQuery({
    queryKey: [...callKey('listNotifications', { query: { show } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      send('listNotifications', { query: { show, ...(pageParam && { page: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: ({ nextPage }) => nextPage,
  });
}

interface LineActions {
  markRead: (id: string) => void;
  markAllRead: () => void;
  muteLoan: (line: BellNotification) => void;
}

/** J and K move between the lines, E marks one as read, M mutes its loan, Shift+U marks all lines as read. */
function useLineKeys(lines: readonly BellNotification[], actions: LineActions) {
  const { markRead, markAllRead, muteLoan } = actions;
  const list = useRef<HTMLDivElement>(null);
  const move = (step: number) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('a[data-line]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const next = at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + step));
    links[next]?.focus();
  };
  const press = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return;
    const id = (document.activeElement as HTMLElement | null)?.dataset['line'];
    const line = lines.find((each) => each.id === id);
    if (event.key === 'j' || event.key === 'ArrowDown') move(1);
    else if (event.key === 'k' || event.key === 'ArrowUp') move(-1);
    else if (event.key === 'e' && id) markRead(id);
    else if (event.key === 'm' && line) muteLoan(line);
    else if (event.key === 'U' && event.shiftKey) markAllRead();
    else return;
    event.preventDefault();
  };
  return { list, press };
}

export function BellPanel({ unread, onClose }: { unread: number; onClose: () => void }) {
  const [show, setShow] = useState<Show>('all');
  const shows = isLenderStaff(useUser()) ? LENDER_SHOWS : SHOWS;
  const query = useBell(show);
  const marking = useAction('markNotificationRead');
  const markingAll = useAction('markAllNotificationsRead');
  const markRead = (id: string) => marking.mutate({ params: { id } });
  const markAllRead = () => markingAll.mutate({});
  const muting = useAction('muteLoan');
  const muteLoan = ({ loan }: BellNotification) =>
    muting.mutate(
      { params: { id: loan.id }, body: { muted: !loan.muted } },
      { onSuccess: () => void toast.success(muteWords(loan)) },
    );
  const lines = query.data?.pages.flatMap(({ notifications }) => notifications);
  const { list, press } = useLineKeys(lines ?? [], { markRead, markAllRead, muteLoan });
  return (
    // Handles the list's keys wherever the focus is inside the panel.
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions
    <Text component="div" size="table" onKeyDown={press}>
      <Group pt="sm" pr="sm" pb="xs" pl="md" gap="xs" wrap="nowrap">
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
      </Group>
      <Group px="md" pb="sm">
        <Segmented label="Show" options={shows} value={show} onChange={setShow} />
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
        {lines && (
          <LinesByLoan lines={lines} onRead={markRead} onMute={muteLoan} onOpen={onClose} />
        )}
        <ShowMore list={query} size="compact-sm" display="block" mx="auto" my="sm">
          Show older
        </ShowMore>
      </ScrollArea.Autosize>
      <Group className={classes.foot ?? ''} justify="space-between" wrap="nowrap">
        <Link
          className={classes.settings ?? ''}
          to={routes.profile}
          hash="email-timing"
          onClick={onClose}
        >
          Notification settings
        </Link>
        <Group c="var(--ink-2)" gap="s6" wrap="nowrap" aria-hidden visibleFrom="sm">
          <Keys keys="j" />
          <Keys keys="k" /> move
          <Keys keys="e" /> read
          <Keys keys="m" /> mute
        </Group>
      </Group>
    </Text>
  );
}

function NoLines({ show }: { show: Show }) {
  if (show === 'unread') {
    return <EmptyState title="Nothing unread">You’re all caught up.</EmptyState>;
  }
  if (show === 'mentions') {
    return (
      <EmptyState title="No mentions yet">Notes that mention you with @ show up here.</EmptyState>
    );
  }
  return (
    <EmptyState title="No notifications yet">
      Requests, uploads, reviews and messages on your loans show up here.
    </EmptyState>
  );
}

/** Toast text after muting or unmuting a loan. Reminders and member changes are not muted. */
const muteWords = ({ name, muted }: BellNotification['loan']): string =>
  muted
    ? `Notifications about ${name} are on again`
    : `${name} is muted. You’ll still get reminders of due documents.`;

interface LinesProps {
  lines: BellNotification[];
  onRead: (id: string) => void;
  onMute: (line: BellNotification) => void;
  onOpen: () => void;
}

function LinesByLoan({ lines, onRead, onMute, onOpen }: LinesProps) {
  const loans = [...Map.groupBy(lines, ({ loan }) => loan.id).values()];
  return loans.map((ofLoan) => {
    const { loan } = ofLoan[0]!;
    const MuteIcon = loan.muted ? IconBellOff : IconBell;
    const fresh = ofLoan.filter(({ read }) => !read).length;
    return (
      <section key={loan.id} aria-label={loan.name}>
        <Group
          component="h3"
          className={classes.loan}
          gap="xs"
          wrap="nowrap"
          py="xs"
          px="md"
          bg="var(--canvas)"
          fw={600}
          fz="table"
          lh="table"
        >
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
          <ActionIcon
            size={28}
            aria-label={`${loan.muted ? 'Unmute' : 'Mute'} ${loan.name}`}
            aria-pressed={loan.muted}
            onClick={() => onMute(ofLoan[0]!)}
            {...hint(loan.muted ? 'Unmute this loan (M)' : 'Mute this loan (M)', 'bottom')}
          >
            <MuteIcon size={15} stroke={1.7} aria-hidden />
          </ActionIcon>
        </Group>
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
