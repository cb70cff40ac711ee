import type { ShoeboxItem } from '@cairn/contract';
import { SHOEBOX_AT_ONCE } from '@cairn/contract/shoebox-terms';
import { useState } from 'react';
import { withoutExtension } from '../../lib/format/names.ts';
import { announce } from '../../lib/announce.ts';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { refresh } from '../../lib/queries.ts';
import { sendUndo } from '../../lib/sendUndo.ts';
import { toast } from '../../lib/toast.ts';
import { toastWithUndo } from '../../lib/toastWithUndo.ts';
import { useAction } from '../../lib/useAction.ts';

export interface Filing {
  item: ShoeboxItem;
  elementId: string;
  /** The title of the request. */
  title: string;
  replace?: boolean;
  /** True if the request had neither an answer nor a date that undoing the filing would lose. */
  isUndoable?: boolean;
}

const filedText = (filings: readonly Filing[]): string =>
  filings.length === 1
    ? `Filed ${withoutExtension(filings[0]!.item.title)} under ${filings[0]!.title}`
    : `Filed ${filings.length} files`;

const undoneWords = (undone: readonly Filing[], filed: readonly Filing[]): string => {
  const keptCount = filed.length - undone.length;
  const back =
    undone.length === 1
      ? `${withoutExtension(undone[0]!.item.title)} is back in the shoebox`
      : `${undone.length} files are back in the shoebox`;
  if (keptCount === 0) return back;
  return `${back}. ${keptCount === 1 ? '1 file stays filed: its request had an answer or a date' : `${keptCount} files stay filed: their requests had an answer or a date`}.`;
};

/**
 * Files items or moves them to the trash. Items disappear from the list immediately and come back if the call fails.
 */
export function useFileItems() {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const { mutate: update } = useAction('updateShoeboxItems');
  const { mutate: trash } = useAction('trashShoeboxItems');

  const leave = (ids: readonly string[]) => setLeaving((now) => new Set([...now, ...ids]));
  const back = (ids: readonly string[]) =>
    setLeaving((now) => new Set([...now].filter((id) => !ids.includes(id))));
  /** The call failed, probably because the list is stale: refetch it before the items come back. */
  const lookAgain = (ids: readonly string[]) => {
    void refresh(['shoebox', 'element']).then(() => back(ids));
  };

  const unfile = async (undone: readonly Filing[], filed: readonly Filing[]) => {
    const items = undone.map(({ item: { id }, elementId }) => ({ id, elementId }));
    const words = undoneWords(undone, filed);
    const isUndone = await sendUndo('unfileShoeboxItems', { body: { items } }, words);
    if (isUndone) back(items.map(({ id }) => id));
  };

  const file = (allFilings: readonly Filing[]) => {
    const filings = allFilings.slice(0, SHOEBOX_AT_ONCE);
    if (filings.length === 0) return;
    const ids = filings.map(({ item }) => item.id);
    leave(ids);
    update(
      {
        body: {
          items: filings.map(({ item, elementId, replace }) => ({
            id: item.id,
            elementId,
            ...(replace && { replace }),
            ...(item.suggestion && { suggestedElementId: item.suggestion.elementId }),
          })),
        },
      },
      {
        onSuccess: () => {
          announce(filedText(filings));
          const undoable = filings.filter((each) => each.isUndoable);
          if (undoable.length === 0) toast.success(filedText(filings));
          else toastWithUndo(filedText(filings), () => void unfile(undoable, filings));
        },
        onError: () => lookAgain(ids),
      },
    );
  };

  const throwAway = (item: ShoeboxItem) => {
    leave([item.id]);
    trash(
      { body: { ids: [item.id] } },
      {
        onSuccess: () =>
          toastWithUndo(
            `${withoutExtension(item.title)} moved to trash`,
            () => void takeBack(item),
          ),
        onError: () => lookAgain([item.id]),
      },
    );
  };

  const takeBack = async (item: ShoeboxItem) => {
    const ids = [item.id];
    const words = `${withoutExtension(item.title)} restored`;
    if (await sendUndo('restoreShoeboxItems', { body: { ids } }, words)) back(ids);
  };

  const change = (id: string, changed: { title?: string; loanId?: string }, message: string) =>
    update({ body: { items: [{ id, ...changed }] } }, { onSuccess: () => toast.success(message) });

  return { leaving, file, throwAway, takeBack, change };
}
export type Filed = ReturnType<typeof useFileItems>;

/** Does not refresh the lists itself: the event stream notifies this page too, so they are fetched only once. */
export async function markSeen(item: ShoeboxItem): Promise<void> {
  try {
    await send('updateShoeboxItems', { body: { items: [{ id: item.id, newFile: false }] } });
  } catch (failure) {
    reportFailure(failure, calls.updateShoeboxItems, () => true);
  }
}
