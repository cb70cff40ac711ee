import { calls } from './calls.ts';
import type { CallName, Tag } from '@cairn/contract';
import { CACHE_KEPT_MS } from '@cairn/contract/constants';
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './CallError.ts';
import type { Request } from './client.ts';
import { reportFailure } from './failures.ts';

/** The tags of a query, kept in its key: a change finds the queries to refetch by them. */
export interface Shown {
  tags: readonly Tag[];
  /** Set where the call is about one loan, so that changes of other loans leave it alone. */
  loanId: string | null;
}

export type CallKey = readonly [name: CallName, request: unknown, shown: Shown];

const OF_ONE_LOAN =
  /^\/v\d+\/(loans|loanmanager|detail\/loan|notes\/loan|credit\/loan|sharepoint\/export|tasks\/consolidated)\/\{(id|loanId)\}/;

export function callKey<Name extends CallName>(name: Name, request: Request<Name>): CallKey {
  const { path, shows } = calls[name];
  const { params } = request as { params?: { id?: string; loanId?: string } };
  const loanId = OF_ONE_LOAN.test(path) ? (params?.id ?? params?.loanId ?? null) : null;
  return [name, request, { tags: shows, loanId }];
}

interface FailureMeta extends Record<string, unknown> {
  /** Returns true where the screen has dealt with the failure itself. */
  onFailure?: ((error: CallError) => boolean) | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
  }
}

const RETRIES = 2;

/** An answer, even a bad one, would be the same again; only silence is worth a second try. */
const worthRetrying = (failures: number, error: Error): boolean =>
  failures < RETRIES &&
  error instanceof CallError &&
  error.code !== 'MAINTENANCE' &&
  error.failure !== 'request aborted' &&
  (error.status === 0 || error.status > 500);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      const [name] = query.queryKey as CallKey;
      reportFailure(error, calls[name], query.meta?.onFailure);
    },
  }),
  defaultOptions: {
    // The event stream says when something changed, so that what is shown need not be asked again.
    queries: {
      gcTime: CACHE_KEPT_MS,
      staleTime: 30_000,
      retry: worthRetrying,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

function isTouched(query: Query, changes: readonly Tag[], loanId: string | null): boolean {
  // A query that is no call, and shows nothing that changes, has a key of its own form.
  const facts = query.queryKey[2] as Partial<Shown> | undefined;
  if (!facts?.tags?.some((tag) => changes.includes(tag))) return false;
  return loanId === null || facts.loanId === null || facts.loanId === loanId;
}

/** Refreshes whatever shows one of these; a loan id narrows it to that loan and the lists. */
export async function refresh(
  changes: readonly Tag[],
  loanId: string | null = null,
): Promise<void> {
  const predicate = (query: Query) => isTouched(query, changes, loanId);
  // A first answer on its way was asked for before the change, and would be taken for a fresh one.
  const underWay = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate });
  await Promise.all(
    underWay.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })),
  );
}
