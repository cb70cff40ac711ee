import type { BellNotification } from '@cairn/contract';
import { Box, Center, Flex, Text, VisuallyHidden } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCircleCheck,
  IconClock,
  IconDownload,
  IconFileAlert,
  IconFileImport,
  IconFilePlus,
  IconForms,
  IconMessage,
  IconNote,
  IconProgress,
  IconUserPlus,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNow } from '../../lib/clock.ts';
import { exportSearch } from '../../lib/exportWords.ts';
import { formatModified } from '../../lib/format/dates.ts';
import { routes } from '../../lib/routes.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import classes from './Bell.module.css';
import { actionWords, notificationText } from './notificationText.ts';

type Hue = 'blue' | 'green' | 'orange' | 'red' | 'violet' | 'teal';
const LOOKS: Record<BellNotification['kind'], readonly [Icon, Hue]> = {
  REQUESTED: [IconFilePlus, 'blue'],
  REMINDED: [IconClock, 'orange'],
  APPROVED: [IconCircleCheck, 'green'],
  UPLOADED: [IconFileImport, 'teal'],
  REJECTED: [IconAlertTriangle, 'orange'],
  FILE_BLOCKED: [IconFileAlert, 'red'],
  FILE_UNREADABLE: [IconFileAlert, 'orange'],
  STATUS_CHANGED: [IconProgress, 'violet'],
  MEMBER_ADDED: [IconUserPlus, 'blue'],
  MEMBER_REMOVED: [IconUserPlus, 'blue'],
  MESSAGE: [IconMessage, 'blue'],
  NOTE: [IconNote, 'orange'],
  APPLICATION_SUBMITTED: [IconForms, 'violet'],
  APPLICATION_DECIDED: [IconForms, 'violet'],
  EXPORTED: [IconDownload, 'green'],
};

const ABOUT_A_PROBLEM: readonly BellNotification['kind'][] = [
  'REJECTED',
  'FILE_BLOCKED',
  'FILE_UNREADABLE',
];

function Picture({ kind, createdByUser }: BellNotification) {
  if (createdByUser && !ABOUT_A_PROBLEM.includes(kind)) {
    return <Avatar person={createdByUser} size={32} />;
  }
  const [KindIcon, hue] = LOOKS[kind];
  return (
    <Center
      component="span"
      flex="none"
      w={32}
      h={32}
      bdrs={10}
      style={{ color: `var(--${hue}-fg)`, background: `var(--${hue}-bg)` }}
      aria-hidden
    >
      <KindIcon size={17} stroke={1.7} />
    </Center>
  );
}

interface OpenProps {
  notification: BellNotification;
  onOpen: () => void;
  children: ReactNode;
}

/** Links to the subject of the notification. */
function Open({ notification, onOpen, children }: OpenProps) {
  const { kind, id, loan, companyId, threadId, noteId, elementId, exported } = notification;
  const line = { className: classes.line ?? '', 'data-line': id, onClick: onOpen };
  const params = { loanId: loan.id, lenderId: companyId };
  if (kind === 'MESSAGE' && threadId) {
    return (
      <Link to={routes.loanMessages} params={params} search={{ thread: threadId }} {...line}>
        {children}
      </Link>
    );
  }
  if (kind === 'APPLICATION_SUBMITTED') {
    return (
      <Link to={routes.loanApplication} params={params} {...line}>
        {children}
      </Link>
    );
  }
  if (kind === 'APPLICATION_DECIDED') {
    return (
      <Link to={routes.application} params={params} {...line}>
        {children}
      </Link>
    );
  }
  if (kind === 'NOTE' && noteId) {
    return (
      <Link to={routes.loan} params={params} search={{ notes: noteId }} {...line}>
        {children}
      </Link>
    );
  }
  if (exported) {
    return (
      <Link to={routes.loan} params={params} search={exportSearch(exported)} {...line}>
        {children}
      </Link>
    );
  }
  const item = elementId ? { view: 'package' as const, item: elementId } : {};
  return (
    <Link to={routes.loan} params={params} search={item} {...line}>
      {children}
    </Link>
  );
}

export function NotificationRow(props: Omit<OpenProps, 'children'>) {
  const { notification } = props;
  const { who, what, note, quote } = notificationText(notification);
  const when = formatModified(notification.createdDate, useNow());
  return (
    <Open {...props}>
      {!notification.read && (
        <Box
          component="span"
          pos="absolute"
          top={25}
          left={8}
          w={6}
          h={6}
          bdrs={3}
          bg="var(--accent)"
          aria-hidden
        />
      )}
      <Picture {...notification} />
      <Flex component="span" className={classes.words} direction="column" gap="s4" miw={0}>
        <span>
          {!notification.read && <VisuallyHidden>Unread: </VisuallyHidden>}
          {who && <strong>{who}</strong>} {what}
        </span>
        {quote && (
          <Box component="span" px="s10" py="s6" bdrs="md" bg="var(--canvas)" c="var(--ink-2)">
            {quote}
          </Box>
        )}
        <Text span size="meta" c="dimmed">
          {[note, when].filter(Boolean).join(' · ')}
        </Text>
      </Flex>
      <Box
        component="span"
        className={classes.action}
        flex="none"
        ml="auto"
        py="s4"
        px="sm"
        bdrs="md"
        bg="var(--surface)"
        fw={600}
      >
        {actionWords(notification)}
      </Box>
    </Open>
  );
}
