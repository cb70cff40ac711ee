import type { Element } from '@cairn/contract';
import type { Reply } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';

export type Patch = (element: Element) => Element | null;

/**
 * Updates elements in the cache before the server replies; a patch that returns null removes the element. The returned
 * function rolls the change back and refetches the package [R220].
 */
export async function showAtOnce(
  loanId: string,
  ids: readonly string[],
  patch: Patch,
): Promise<() => void> {
  const queryKey = callKey('listElements', { params: { id: loanId } });
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Reply<'listElements'>>(queryKey);
  const chosenIds = new Set(ids);
  queryClient.setQueryData<Reply<'listElements'>>(
    queryKey,
    (now) =>
      now && {
        ...now,
        elements: now.elements.flatMap((element) =>
          chosenIds.has(element.elementId) || chosenIds.has(element.id)
            ? (patch(element) ?? [])
            : [element],
        ),
      },
  );
  return () => {
    queryClient.setQueryData(queryKey, before);
    void queryClient.invalidateQueries({ queryKey });
  };
}
