import type { ShoeboxItem } from '@cairn/contract';
import { useEffect } from 'react';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { markSeen } from './useFileItems.ts';

/** Longer than it takes to open the next item after one was filed. */
const NAMED_AFTER_MS = 300;
/** After this time an open item no longer counts as new. */
const SEEN_AFTER_MS = 1200;

function useAfter(ms: number, id: string | undefined, act: (id: string) => void): void {
  const latest = useEventCallback(act);
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => latest(id), ms);
    return () => clearTimeout(timer);
  }, [ms, id, latest]);
}

/** Writes an item that was opened automatically to the URL, so that filters keep it in the list. */
export const useNamed = (id: string | undefined, onItem: (id: string) => void): void =>
  useAfter(NAMED_AFTER_MS, id, onItem);

/**
 * Marks the item as seen. Pass only the item that the URL names: a filter for new files would remove any other item
 * from the list, and the next one would open and be marked too.
 */
export function useSeen(item: ShoeboxItem | undefined): void {
  const fresh = item?.newFile && item.abilities.edit ? item : undefined;
  useAfter(SEEN_AFTER_MS, fresh?.id, () => fresh && void markSeen(fresh));
}
