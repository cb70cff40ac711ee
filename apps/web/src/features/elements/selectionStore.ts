/**
 * The selected elements. They are kept in a store outside of the page's state, so that a selection re-renders only the
 * row and the bulk bar and not the whole page.
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

/** The selected elements that still exist. */
export const selectionOf = (
  ids: Iterable<string>,
  byId: ReadonlyMap<string, Element>,
): readonly Element[] => [...ids].flatMap((id) => byId.get(id) ?? []);
