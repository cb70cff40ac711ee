/**
 * What a lender has ticked. It lives outside the page's state, so that a tick draws its own row and the bar,
 * and not the page around them again.
 */
import type { Element } from '@cairn/contract';
import { useState } from 'react';
import { createStore, type Store } from '../../lib/store.ts';

export type SelectionStore = Store<ReadonlySet<string>>;

const NOTHING: ReadonlySet<string> = new Set();

export const useSelectionStore = (): SelectionStore => useState(() => createStore(NOTHING))[0];

export const clearSelection = (choice: SelectionStore): void => choice.set(NOTHING);

export const setSelected = (
  choice: SelectionStore,
  ids: readonly string[],
  isSelected: boolean,
): void =>
  choice.set((now) => {
    const next = new Set(now);
    for (const id of ids) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    return next;
  });

/** Those that are still there. */
export const selectionOf = (
  ids: Iterable<string>,
  byId: ReadonlyMap<string, Element>,
): readonly Element[] => [...ids].flatMap((id) => byId.get(id) ?? []);
