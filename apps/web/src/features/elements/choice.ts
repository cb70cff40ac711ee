/**
 * What a lender has ticked. It lives outside the page's state, so that a tick draws its own row and the bar,
 * and not the page around them again.
 */
import type { Element } from '@cairn/contract';
import { useState, useSyncExternalStore } from 'react';
import { createStore, type Store } from '../../kit/store.ts';

export type Choice = Store<ReadonlySet<string>>;

const NOTHING: ReadonlySet<string> = new Set();

export const useChoice = (): Choice => useState(() => createStore(NOTHING))[0];

export const useIsChosen = (choice: Choice, id: string): boolean =>
  useSyncExternalStore(choice.subscribe, () => choice.get().has(id));

export const clearChoice = (choice: Choice): void => choice.set(NOTHING);

export const choose = (choice: Choice, ids: readonly string[], wanted: boolean): void =>
  choice.set((now) => {
    const next = new Set(now);
    for (const id of ids) {
      if (wanted) next.add(id);
      else next.delete(id);
    }
    return next;
  });

/** Those that are still there. */
export const chosenOf = (
  ids: Iterable<string>,
  byId: ReadonlyMap<string, Element>,
): readonly Element[] => [...ids].flatMap((id) => byId.get(id) ?? []);
