import type { ShoeboxItem } from '@cairn/contract';
import { useMemo, useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { useCall } from '../../lib/useCall.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { groupsOf, isUndoable, openOnly } from './requests.ts';
import { type Filing, useFileItems } from './useFileItems.ts';
import { type BenchSearch, itemsShown } from './waitingFilter.ts';

const suggestionOf = (item: ShoeboxItem): Filing[] =>
  item.suggestion && item.abilities.file
    ? [{ item, elementId: item.suggestion.elementId, title: item.suggestion.title }]
    : [];

/** The files in the shoebox of a loan, the requests that they could answer, and the actions on them. */
export function useShoebox(loanId: string, userId: string | undefined, search: BenchSearch) {
  const list = useCall('listLoanShoebox', {
    query: { loanId: [loanId], suggest: 'true', ...(userId !== undefined && { userId }) },
  });
  const requests = useCall('listElements', { params: { id: loanId } });
  const filing = useFileItems();
  const [dragging, setDragging] = useState<ShoeboxItem | null>(null);
  const now = useNow();
  /** All files that are waiting to be filed, including those that the filters hide. */
  const waiting = useMemo(
    () => list.data?.items.filter(({ id }) => !filing.leaving.has(id)),
    [list.data, filing.leaving],
  );
  const items = useMemo(() => waiting && itemsShown(waiting, search, now), [waiting, search, now]);
  const groups = useMemo(() => groupsOf(requests.data?.elements ?? []), [requests.data]);
  const open = useMemo(() => openOnly(groups), [groups]);
  const suggested = useMemo(() => (items ?? []).flatMap(suggestionOf), [items]);
  const file = useEventCallback((filings: readonly Filing[]) => {
    const elements = requests.data?.elements ?? [];
    const undoable = new Set(elements.filter(isUndoable).map(({ id }) => id));
    filing.file(filings.map((each) => ({ ...each, isUndoable: undoable.has(each.elementId) })));
  });
  const fileSuggested = useEventCallback(() => file(suggested));
  return {
    ...{ list, waiting, items, groups, open },
    ...{ suggested, fileSuggested, filing: { ...filing, file }, dragging, setDragging },
  };
}
export type LoanShoebox = ReturnType<typeof useShoebox>;
export { suggestionOf };
