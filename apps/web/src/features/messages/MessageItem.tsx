import type { Message } from '@cairn/contract';
import { Box, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { IconDots, IconStarFilled } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { personName } from '../../lib/format/names.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { iconButton, LazyMenu, menuLoadedBy } from '../../ui/LazyMenu.tsx';
import { useAction } from '../../lib/useAction.ts';
import type { MessageActs } from './messageActs.ts';
import { SentFiles } from './AttachedFiles.tsx';
import { ForwardedMessage } from './ForwardedMessage.tsx';
import classes from './Message.module.css';
import { MessageBody } from './MessageBody.tsx';
import { formatSentAt } from './times.ts';
import { clsx } from 'clsx';

const menu = menuLoadedBy(() => import('./MessageMenu.tsx'));

function Rewording({ message, onDone }: { message: Message; onDone: () => void }) {
  const [text, setText] = useState(message.body);
  const edit = useAction('editMessage');
  const field = useRef<HTMLTextAreaElement>(null);
  // The menu that opened the editor is closed by now, so the field takes the focus.
  useEffect(() => field.current?.focus(), []);
  const save = () => {
    if (text.trim() === '') return;
    edit.mutate({ params: { id: message.id }, body: { body: text } }, { onSuccess: onDone });
  };
  return (
    <Stack gap="xs" pt="s4">
      <Textarea
        ref={field}
        aria-label="Your message"
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
        }}
      />
      <Group align="stretch" wrap="nowrap" justify="flex-end" gap="xs">
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" loading={edit.isPending} disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
      </Group>
    </Stack>
  );
}

interface MessageItemProps {
  message: Message;
  me: string;
  acts: MessageActs;
}

export const MessageItem = memo(({ message, me, acts }: MessageItemProps) => {
  const [editing, setEditing] = useState(false);
  const { createdByUser, createdDate, updatedDate, important, body, forwarded } = message;
  const name = createdByUser.id === me ? 'You' : personName(createdByUser);
  const time = formatSentAt(createdDate);
  return (
    <article className={classes.message} aria-label={`${name}, ${time}`}>
      <Avatar person={createdByUser} size={32} />
      <Box miw={0}>
        <Group component="header" wrap="nowrap" gap="xs" mih={20}>
          <Text component="span" size="table" fw={600}>
            {name}
          </Text>
          <Text component="time" size="meta" c="dimmed" dateTime={createdDate}>
            {time}
          </Text>
          {updatedDate !== null && (
            <Text component="span" size="meta" c="dimmed">
              Edited
            </Text>
          )}
          {important && (
            <IconStarFilled
              size={13}
              style={{ color: 'var(--accent-text)' }}
              aria-label="Important"
            />
          )}
        </Group>
        {editing ? (
          <Rewording message={message} onDone={() => setEditing(false)} />
        ) : (
          <MessageBody body={body} />
        )}
        <SentFiles files={message.attachments} />
        {forwarded && <ForwardedMessage message={forwarded} />}
      </Box>
      <div>
        <LazyMenu
          menu={menu}
          className={clsx(iconButton, classes.menu)}
          label={`More for the message of ${name}, ${time}`}
          body={{ message, me, onEdit: () => setEditing(true), ...acts }}
        >
          <IconDots size={17} stroke={1.7} aria-hidden />
        </LazyMenu>
      </div>
    </article>
  );
});
MessageItem.displayName = 'MessageItem';
