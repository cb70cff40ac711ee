import { useState } from 'react';

export interface Selection {
  /** The selected ids that are still in the list. */
  ids: string[];
  count: number;
  everything: boolean;
  has: (id: string) => boolean;
  /** With `range`, also selects all rows between this one and the one that was toggled before. */
  toggle: (id: string, range: boolean) => void;
  add: (ids: (string | undefined)[]) => void;
  selectAll: () => void;
  clear: () => void;
}

/** The ids from one to the other, in the order of the list. */
export function between(ids: readonly string[], one: string | null, other: string): string[] {
  const at = [ids.indexOf(one ?? other), ids.indexOf(other)];
  if (at.includes(-1)) return [other];
  return ids.slice(Math.min(...at), Math.max(...at) + 1);
}

/** The selected rows of a list, for bulk actions. `most` is the maximum number that one call accepts. */
export function useRowSelection(selectable: readonly string[], most: number): Selection {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string | null>(null);
  const ids = selectable.filter((id) => selectedIds.has(id));
  const within = (newIds: Iterable<string>) => new Set([...newIds].slice(0, most));
  const add = (added: readonly string[]) => setSelectedIds(within([...ids, ...added]));
  return {
    ids,
    count: ids.length,
    everything: ids.length > 0 && ids.length === Math.min(selectable.length, most),
    has: (id) => selectedIds.has(id),
    toggle: (id, range) => {
      if (!selectable.includes(id)) return;
      setLast(id);
      if (range) add(between(selectable, last, id));
      else if (selectedIds.has(id)) setSelectedIds(new Set(ids.filter((each) => each !== id)));
      else add([id]);
    },
    add: (added) =>
      add(added.filter((id) => id !== undefined && selectable.includes(id)) as string[]),
    selectAll: () => add(selectable),
    clear: () => setSelectedIds(new Set()),
  };
}
