import type { Element } from '@cairn/contract';
import type { Reply } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';

export type Patch = (element: Element) => Element | null;

/**
 * Shows a change of some items before the server has said so; null takes an item away. The way back puts
 * the package as it was and asks for it again [R220].
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
