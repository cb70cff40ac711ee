import type { ShoeboxItem } from '@cairn/contract';
import { useMemo, useState } from 'react';
import { useCall } from '../../lib/useCall.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import { groupsOf, openOnly } from './requests.ts';
import { type Filing, useFileItems } from './useFileItems.ts';

const suggestionOf = (item: ShoeboxItem): Filing[] =>
  item.suggestion && item.abilities.file
    ? [{ item, elementId: item.suggestion.elementId, title: item.suggestion.title }]
    : [];

/** What waits on a loan, what it could answer, and what can be done about it. */
export function useShoebox(loanId: string, userId: string | undefined) {
  const list = useCall('listLoanShoebox', {
    query: { loanId: [loanId], suggest: 'true', ...(userId !== undefined && { userId }) },
  });
  const requests = useCall('listElements', { params: { id: loanId } });
  const filing = useFileItems();
  const [dragging, setDragging] = useState<ShoeboxItem | null>(null);
  const items = useMemo(
    () => list.data?.items.filter(({ id }) => !filing.leaving.has(id)),
    [list.data, filing.leaving],
  );
  const groups = useMemo(() => groupsOf(requests.data?.elements ?? []), [requests.data]);
  const open = useMemo(() => openOnly(groups), [groups]);
  const suggested = useMemo(() => (items ?? []).flatMap(suggestionOf), [items]);
  const fileSuggested = useEventCallback(() => filing.file(suggested));
  return { list, items, groups, open, suggested, fileSuggested, filing, dragging, setDragging };
}
export type LoanShoebox = ReturnType<typeof useShoebox>;
export { suggestionOf };
