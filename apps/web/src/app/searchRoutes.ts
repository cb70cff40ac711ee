import { FOUND_KINDS } from '@cairn/contract/constants';
import type { FoundKind } from '@cairn/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { routes } from '../lib/routes.ts';
import type { FoundSearch } from '../features/search/foundFilter.ts';
import { listOf } from './addressQuery.ts';
import { listsIn, textsIn } from './loanSearch.ts';
import { shellRoute, textOf, type RawSearch } from './parentRoutes.ts';

const MAX_WORDS = 8;

const pageOf = (value: unknown): number | undefined => {
  const page = Number(value);
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : undefined;
};

/** The file to open, and the page and words at which a search found it. */
export function readerSearch(search: RawSearch): {
  documentId?: string;
  page?: number;
  find?: string[];
} {
  const page = pageOf(search['page']);
  return {
    ...(textOf(search['documentId']) ? { documentId: String(search['documentId']) } : {}),
    ...(page !== undefined && { page }),
    ...(search['find'] === undefined ? {} : { find: listOf(search['find']).slice(0, MAX_WORDS) }),
  };
}

export interface SearchSearch extends FoundSearch {
  q?: string;
  kind?: FoundKind;
  /** Starts at 1. */
  page?: number;
}

const isKind = (value: unknown): value is FoundKind =>
  (FOUND_KINDS as readonly unknown[]).includes(value);

export const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.search,
  validateSearch: (search: RawSearch): SearchSearch => {
    const page = pageOf(search['page']);
    return {
      ...(textOf(search['q']) ? { q: String(search['q']).slice(0, 200) } : {}),
      ...listsIn(search, 'stage', 'assignee', 'loan', 'type', 'uploader'),
      ...textsIn(search, 'modified'),
      ...(isKind(search['kind']) ? { kind: search['kind'] } : {}),
      ...(page !== undefined && page > 1 && { page }),
    };
  },
  component: lazyRouteComponent(() => import('../features/search/SearchPage.tsx'), 'SearchPage'),
});
