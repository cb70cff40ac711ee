import type { Label, Party } from '@cairn/contract';
import { announce } from '../../lib/announce.ts';
import type { Reply } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { useAction } from '../../lib/useAction.ts';
import { withLabels } from './memberLabels.ts';

function labelsNamed(loanId: string, ids: string[]): Label[] {
  const key = callKey('listLabelsAvailableToMe', { params: { id: loanId } });
  const cached = queryClient.getQueryData<Reply<'listLabelsAvailableToMe'>>(key);
  return (cached?.labels ?? []).filter(({ id }) => ids.includes(id));
}

/** Optimistic update; a failure restores the person's labels. */
export function usePutLabels(loanId: string) {
  const queryKey = callKey('listParties', { params: { id: loanId } });
  const { mutate } = useAction('setLabelsForUser', {
    optimistic: async ({ body: { userId, labelIds } }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<Reply<'listParties'>>(queryKey);
      const labels = labelsNamed(loanId, labelIds);
      queryClient.setQueryData<Reply<'listParties'>>(
        queryKey,
        (now) => now && { ...now, people: withLabels(now.people, userId, labels) },
      );
      return () => queryClient.setQueryData(queryKey, before);
    },
  });
  return (party: Party, labelIds: string[]) =>
    mutate(
      { params: { id: loanId }, body: { userId: party.id, labelIds } },
      { onSuccess: () => announce(`Labels of ${party.displayName} saved`) },
    );
}
