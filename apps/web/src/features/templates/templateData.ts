import type { Template, TemplateChanged, TemplateElement } from '@cairn/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CallError } from '../../lib/CallError.ts';
import { send } from '../../lib/client.ts';
import { callKey, queryClient } from '../../lib/queries.ts';
import { toast } from '../../lib/toast.ts';

export interface TemplateState {
  template: Template;
  elements: TemplateElement[];
  /**
   * The state contains every change up to this revision. Of later revisions it may contain only this page's own
   * changes.
   */
  through: number;
}

const keyOf = (id: string, version: number) =>
  callKey('listTemplateElements', { params: { id }, query: { version } });

/** Applies changes to the elements. */
function withChanges(
  state: TemplateState,
  changed: TemplateChanged,
): Pick<TemplateState, 'template' | 'elements'> {
  const removed = new Set(changed.removed);
  const fresh = new Map(changed.elements.map((each) => [each.templateElementId, each]));
  const unchanged = state.elements
    .filter(({ templateElementId: id }) => !removed.has(id))
    .map((each) => fresh.get(each.templateElementId) ?? each);
  const unchangedIds = new Set(unchanged.map(({ templateElementId }) => templateElementId));
  const added = changed.elements.filter((each) => !unchangedIds.has(each.templateElementId));
  return { template: changed.template, elements: [...unchanged, ...added] };
}

const isBeingChecked = ({ answer }: TemplateElement): boolean =>
  answer?.virusScanState === 'PENDING';

const cachedTemplate = (id: string, version: number) =>
  queryClient.getQueryData<TemplateState>(keyOf(id, version));

/** If the draft is already in the cache, requests only what changed since then. */
async function load(id: string, version: number, signal: AbortSignal): Promise<TemplateState> {
  const before = cachedTemplate(id, version);
  const partly = before && version === 0 && !before.elements.some(isBeingChecked);
  const query = { version, ...(partly && { since: before.through }) };
  const changed = await send('listTemplateElements', { params: { id }, query }, signal);
  const now = cachedTemplate(id, version);
  // The response was read before one of this page's writes was applied, and would revert it.
  if (now && changed.template.revision < now.template.revision) return load(id, version, signal);
  const { template, elements } = changed.complete || !now ? changed : withChanges(now, changed);
  return { template, elements, through: template.revision };
}

const NOT_FETCHED = 'Error while fetching template elements';

/** A template with its elements, kept up to date with changes by other users. */
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

export const stateOf = (id: string): TemplateState | undefined => cachedTemplate(id, 0);

/** Applies the changes from a reply of the server to the cached template. */
export function putChanges(id: string, changed: TemplateChanged): void {
  queryClient.setQueryData<TemplateState>(keyOf(id, 0), (now) => {
    if (!now) return now;
    const { revision } = changed.template;
    return {
      ...withChanges(now, changed),
      through: revision === now.through + 1 ? revision : now.through,
    };
  });
}

/** Replaces the cached state with the server's state, regardless of local changes. */
export async function reloadState(id: string): Promise<void> {
  await queryClient.cancelQueries({ queryKey: keyOf(id, 0) });
  const { template, elements } = await send('listTemplateElements', { params: { id }, query: {} });
  const fresh = { template, elements, through: template.revision };
  queryClient.setQueryData<TemplateState>(keyOf(id, 0), fresh);
}
