import type { LabelWithUse } from '@cairn/contract';
import type { CallError } from '../../lib/CallError.ts';
import type { Reply, Request } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import { withLabel, withoutLabel } from './labelList.ts';

type Saved = NonNullable<Request<'saveLabels'>['body']>[number];

/**
 * Temporary id of a label that is shown before the server has saved it. Such a label cannot be edited or deleted yet.
 */
export const UNSAVED = 'unsaved';

/** Optimistic update; a failure restores the previous list. */
async function showAtOnce(
  companyId: string,
  change: (labels: LabelWithUse[]) => LabelWithUse[],
): Promise<() => void> {
  const queryKey = callKey('listLabels', { params: { id: companyId } });
  await queryClient.cancelQueries({ queryKey });
  const before = queryClient.getQueryData<Reply<'listLabels'>>(queryKey);
  queryClient.setQueryData<Reply<'listLabels'>>(
    queryKey,
    (now) => now && { labels: change(now.labels) },
  );
  return () => queryClient.setQueryData(queryKey, before);
}

/** The labels of one company, and the actions on them. */
export function useLabels(companyId: string, onFailure: (error: CallError) => boolean) {
  const params = { id: companyId };
  const list = useCall('listLabels', { params });
  const save = useAction('saveLabels', {
    onFailure,
    optimistic: ({ body }) =>
      showAtOnce(companyId, (labels) =>
        body.reduce((now, label) => withLabel(now, { ...label, id: label.id ?? UNSAVED }), labels),
      ),
  });
  const remove = useAction('deleteLabels', {
    optimistic: ({ body }) =>
      showAtOnce(companyId, (labels) => (body?.toDelete ?? []).reduce(withoutLabel, labels)),
  });
  return {
    ...list,
    save: (label: Saved, onSuccess?: () => void) =>
      save.mutate({ params, body: [label] }, onSuccess ? { onSuccess } : {}),
    remove: (id: string) => remove.mutate({ body: { toDelete: [id] } }),
  };
}
