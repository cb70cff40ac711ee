import type { Template, TemplateElement } from '@cairn/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallError } from '../../kit/CallError.ts';
import { type Reply, send } from '../../kit/client.ts';
import { callKey, queryClient } from '../../kit/queries.ts';
import { toast } from '../../kit/toast.ts';

export interface TemplateState {
  template: Template;
  elements: TemplateElement[];
}

const keyOf = (id: string, version: number) =>
  callKey('listTemplateElements', { params: { id }, query: { version } });

/** What changed, put on what was there. */
export function withChanges(
  state: TemplateState,
  changed: Pick<Reply<'listTemplateElements'>, 'template' | 'elements' | 'removed'>,
): TemplateState {
  const gone = new Set(changed.removed);
  const fresh = new Map(changed.elements.map((each) => [each.templateElementId, each]));
  const kept = state.elements
    .filter(({ templateElementId: id }) => !gone.has(id))
    .map((each) => fresh.get(each.templateElementId) ?? each);
  const known = new Set(kept.map(({ templateElementId }) => templateElementId));
  const added = changed.elements.filter((each) => !known.has(each.templateElementId));
  return { template: changed.template, elements: [...kept, ...added] };
}

const isBeingChecked = ({ answer }: TemplateElement): boolean =>
  answer?.virusScanState === 'PENDING';

/** A draft that is known already is only asked for what changed since. */
async function load(id: string, version: number, signal: AbortSignal): Promise<TemplateState> {
  const known = queryClient.getQueryData<TemplateState>(keyOf(id, version));
  const params = { id };
  if (!known || version > 0 || known.elements.some(isBeingChecked)) {
    return send('listTemplateElements', { params, query: { version } }, signal);
  }
  const query = { version, since: known.template.revision };
  const changed = await send('listTemplateElements', { params, query }, signal);
  // What this page did meanwhile stays: only what the server says is new goes on top.
  const now = queryClient.getQueryData<TemplateState>(keyOf(id, version)) ?? known;
  return changed.complete ? changed : withChanges(now, changed);
}

const NOT_FETCHED = 'Error while fetching template elements';

/** A template with its elements, kept up with what others change. */
export function useTemplate(id: string, version = 0) {
  return useQuery(
    queryOptions({
      queryKey: keyOf(id, version),
      queryFn: ({ signal }) => load(id, version, signal),
      meta: {
        onFailure: ({ status, code }: CallError) => {
          if (status === 404 || status === 401 || code === 'UNAUTHORIZED') return status === 404;
          toast.error(NOT_FETCHED);
          return true;
        },
      },
    }),
  );
}

export const stateOf = (id: string): TemplateState | undefined =>
  queryClient.getQueryData<TemplateState>(keyOf(id, 0));

export const changeState = (id: string, change: (now: TemplateState) => TemplateState): void => {
  queryClient.setQueryData<TemplateState>(keyOf(id, 0), (now) => now && change(now));
};

/** Whatever this page thought, what the server has counts. */
export async function reloadState(id: string): Promise<void> {
  await holdFetches(id);
  const fresh = await send('listTemplateElements', { params: { id }, query: {} });
  queryClient.setQueryData<TemplateState>(keyOf(id, 0), fresh);
}

export const holdFetches = (id: string): Promise<void> =>
  queryClient.cancelQueries({ queryKey: keyOf(id, 0) });
