import type { Message, Thread } from '@cairn/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useAction } from '../../lib/useAction.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = () => document.visibilityState === 'visible';

/** Marks the visible conversation as read up to its last message, unless the user marked it unread. */
export function useRead(thread: Thread | undefined, last: Message | undefined) {
  const { mutate: read } = useAction('markMessageRead');
  const { mutate: unread } = useAction('markMessageUnread');
  const seen = useSyncExternalStore(subscribe, isVisible);
  const kept = useRef(false);
  const id = last?.id;
  const waiting = (thread?.unread ?? 0) > 0;
  useEffect(() => {
    if (seen && waiting && id !== undefined && !kept.current) read({ params: { id } });
  }, [seen, waiting, id, read]);
  return {
    markUnread: (message: Message) => {
      kept.current = true;
      unread({ params: { id: message.id } });
    },
  };
}
