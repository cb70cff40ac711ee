import type { Message, Thread } from '@cairn/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useAction } from '../../lib/useAction.ts';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};
const isVisible = () => document.visibilityState === 'visible';

/** Marks the visible conversation as read up to its last message, unless the user marked it as unread. */
export function useRead(thread: Thread | undefined, last: Message | undefined) {
  const { mutate: read } = useAction('markMessageRead');
  const { mutate: unread } = useAction('markMessageUnread');
  const isPageVisible = useSyncExternalStore(subscribe, isVisible);
  const isUnreadKept = useRef(false);
  const id = last?.id;
  const waiting = (thread?.unread ?? 0) > 0;
  useEffect(() => {
    if (isPageVisible && waiting && id !== undefined && !isUnreadKept.current)
      read({ params: { id } });
  }, [isPageVisible, waiting, id, read]);
  return {
    markUnread: (message: Message) => {
      isUnreadKept.current = true;
      unread({ params: { id: message.id } });
    },
  };
}
