import type { Message } from '@cairn/contract';
import { Button, Textarea } from '@mantine/core';
import { IconDots, IconStarFilled } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { personName } from '../../format/names.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { LazyMenu, menuLoadedBy } from '../../kit/LazyMenu.tsx';
import { useAction } from '../../kit/useAction.ts';
import classes from './Message.module.css';
import { MessageBody } from './MessageBody.tsx';
import { saidAt } from './times.ts';

export interface MessageActs {
  onForward: (message: Message) => void;
  onUnread: (message: Message) => void;
  onDelete: (message: Message) => void;
}

const menu = menuLoadedBy(() => import('./MessageMenuBody.tsx'));

function Rewording({ message, onDone }: { message: Message; onDone: () => void }) {
  const [text, setText] = useState(message.body);
  const edit = useAction('editMessage');
  const field = useRef<HTMLTextAreaElement>(null);
  // Asked for by the menu, which is gone now.
  useEffect(() => field.current?.focus(), []);
  const save = () => {
    if (text.trim() === '') return;
    edit.mutate({ params: { id: message.id }, body: { body: text } }, { onSuccess: onDone });
  };
  return (
    <div className={classes.editing}>
      <Textarea
        ref={field}
        aria-label="Your message"
        autosize
        minRows={2}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone();
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save();
        }}
      />
      <div className={classes.editActions}>
        <Button size="xs" variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button size="xs" loading={edit.isPending} disabled={text.trim() === ''} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

function Forwarded({ forwarded }: { forwarded: NonNullable<Message['forwarded']> }) {
  return (
    <blockquote className={classes.forwarded}>
      <p className={classes.from}>
        {personName(forwarded.createdByUser)}, {saidAt(forwarded.createdDate)}
      </p>
      <MessageBody body={forwarded.body} />
    </blockquote>
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
  const time = saidAt(createdDate);
  return (
    <article className={classes.message} aria-label={`${name}, ${time}`}>
      <Avatar person={createdByUser} size={32} />
      <div className={classes.content}>
        <header className={classes.who}>
          <span className={classes.name}>{name}</span>
          <time className={classes.time} dateTime={createdDate}>
            {time}
          </time>
          {updatedDate !== null && <span className={classes.time}>Edited</span>}
          {important && (
            <IconStarFilled size={13} className={classes.star ?? ''} aria-label="Important" />
          )}
        </header>
        {editing ? (
          <Rewording message={message} onDone={() => setEditing(false)} />
        ) : (
          <MessageBody body={body} />
        )}
        {forwarded && <Forwarded forwarded={forwarded} />}
      </div>
      <div className={classes.acts}>
        <LazyMenu
          menu={menu}
          className={classes.menu}
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
