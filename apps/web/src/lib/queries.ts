import { calls } from './calls.ts';
import type { CallName, Tag } from '@cairn/contract';
import { CACHE_KEPT_MS } from '@cairn/contract/constants';
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from './CallError.ts';
import type { Request } from './client.ts';
import { reportFailure } from './failures.ts';

/** The data that a query shows, kept in its key so that a change finds the queries to refetch. */
export interface Shown {
  tags: readonly Tag[];
  /** Set if the call is about one loan, so that a change of another loan does not refetch it. */
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
  /** Returns true if the page has handled the failure itself. */
  onFailure?: ((error: CallError) => boolean) | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
  }
}

const RETRIES = 2;

/**
 * Retries only if no response arrived or if the status is above 500, because the server or a gateway is unavailable.
 * Any other response would be the same again.
 */
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
    // The event stream reports changes, so a component that mounts within this time reuses the cached reply.
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
  // Queries that are not calls of the contract have keys of another form, and no change affects them.
  const facts = query.queryKey[2] as Partial<Shown> | undefined;
  if (!facts?.tags?.some((tag) => changes.includes(tag))) return false;
  return loanId === null || facts.loanId === null || facts.loanId === loanId;
}

/**
 * Refetches the queries that show one of the tags. With a loan id, only queries of that loan and of no particular loan,
 * such as lists, are refetched.
 */
export async function refresh(
  changes: readonly Tag[],
  loanId: string | null = null,
): Promise<void> {
  const predicate = (query: Query) => isTouched(query, changes, loanId);
  // invalidateQueries does not restart the first load of a query that is in flight. That load was requested before the
  // change, so its reply may be stale; these queries are therefore refetched afterwards.
  const underWay = queryClient
    .getQueryCache()
    .findAll({ predicate, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  await queryClient.invalidateQueries({ predicate });
  await Promise.all(
    underWay.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })),
  );
}
