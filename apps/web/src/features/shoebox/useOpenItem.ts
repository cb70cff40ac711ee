import type { ShoeboxItem } from '@cairn/contract';
import { useEffect } from 'react';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { markSeen } from './useFileItems.ts';

/** Longer than the step to the next item takes after one was filed. */
const NAMED_AFTER_MS = 300;
/** Looked at for so long, it is no longer new. */
const SEEN_AFTER_MS = 1200;

function useAfter(ms: number, id: string | undefined, act: (id: string) => void): void {
  const latest = useEventCallback(act);
  useEffect(() => {
    if (id === undefined) return undefined;
    const timer = setTimeout(() => latest(id), ms);
    return () => clearTimeout(timer);
  }, [ms, id, latest]);
}

/** An item that opens by itself is written to the address, so that the list keeps it. */
export const useNamed = (id: string | undefined, onItem: (id: string) => void): void =>
  useAfter(NAMED_AFTER_MS, id, onItem);

/** Only what the address names: a filter would take any other out of the list, and the next would open. */
export function useSeen(item: ShoeboxItem | undefined): void {
  const fresh = item?.newFile && item.abilities.edit ? item : undefined;
  useAfter(SEEN_AFTER_MS, fresh?.id, () => fresh && void markSeen(fresh));
}
