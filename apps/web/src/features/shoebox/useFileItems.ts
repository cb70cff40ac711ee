import type { ShoeboxItem } from '@cairn/contract';
import { useState } from 'react';
import { withoutExtension } from '../../lib/format/names.ts';
import { announce } from '../../lib/announce.ts';
import { calls } from '../../lib/calls.ts';
import { send } from '../../lib/client.ts';
import { reportFailure } from '../../lib/failures.ts';
import { refresh } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';

export interface Filing {
  item: ShoeboxItem;
  elementId: string;
  /** Of the request. */
  title: string;
  replace?: boolean;
}

const said = (filings: readonly Filing[]): string =>
  filings.length === 1
    ? `Filed ${withoutExtension(filings[0]!.item.title)} under ${filings[0]!.title}`
    : `Filed ${filings.length} files`;

/** A hundred is as many as one call takes. */
const AT_ONCE = 100;

/** Filing and throwing away: out of the list at once, back in it where it fails. */
export function useFileItems() {
  const [leaving, setLeaving] = useState<ReadonlySet<string>>(new Set());
  const { mutate: update } = useAction('updateShoeboxItems');
  const { mutate: trash } = useAction('trashShoeboxItems');
  const { mutate: restore } = useAction('restoreShoeboxItems');

  const leave = (ids: readonly string[]) => setLeaving((now) => new Set([...now, ...ids]));
  const back = (ids: readonly string[]) =>
    setLeaving((now) => new Set([...now].filter((id) => !ids.includes(id))));
  /** A conflict: the displayed list is stale. */
  const lookAgain = (ids: readonly string[]) => {
    void refresh(['shoebox', 'element']).then(() => back(ids));
  };

  const file = (given: readonly Filing[]) => {
    const filings = given.slice(0, AT_ONCE);
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
          announce(said(filings));
          toast.success(said(filings));
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
        onSuccess: () => toast.success(`${withoutExtension(item.title)} moved to trash`),
        onError: () => lookAgain([item.id]),
      },
    );
  };

  const takeBack = (item: ShoeboxItem) =>
    restore(
      { body: { ids: [item.id] } },
      {
        onSuccess: () => {
          back([item.id]);
          toast.success(`${withoutExtension(item.title)} restored`);
        },
      },
    );

  const change = (id: string, changed: { title?: string; loanId?: string }, done: string) =>
    update({ body: { items: [{ id, ...changed }] } }, { onSuccess: () => toast.success(done) });

  return { leaving, file, throwAway, takeBack, change };
}
export type Filed = ReturnType<typeof useFileItems>;

/** The seen mark concerns only the shoebox: nothing else is refetched. */
export async function markSeen(item: ShoeboxItem): Promise<void> {
  try {
    await send('updateShoeboxItems', { body: { items: [{ id: item.id, newFile: false }] } });
    await refresh(['shoebox']);
  } catch (failure) {
    reportFailure(failure, calls.updateShoeboxItems, () => true);
  }
}
