import { FOUND_KINDS } from '@cairn/contract/constants';
import type { FoundKind } from '@cairn/contract';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { routes } from '../lib/routes.ts';
import type { FoundSearch } from '../features/search/foundFilter.ts';
import { listOf } from './addressQuery.ts';
import { listsIn, textsIn } from './loanSearch.ts';
import { shellRoute, textOf, type Given } from './parentRoutes.ts';

const MAX_WORDS = 8;

const pageOf = (given: unknown): number | undefined => {
  const page = Number(given);
  return Number.isInteger(page) && page > 0 && page <= 100_000 ? page : undefined;
};

/** The file to read, and where a search found it. */
export function readerSearch(given: Given): {
  documentId?: string;
  page?: number;
  find?: string[];
} {
  const page = pageOf(given['page']);
  return {
    ...(textOf(given['documentId']) ? { documentId: String(given['documentId']) } : {}),
    ...(page !== undefined && { page }),
    ...(given['find'] === undefined ? {} : { find: listOf(given['find']).slice(0, MAX_WORDS) }),
  };
}

export interface SearchSearch extends FoundSearch {
  q?: string;
  kind?: FoundKind;
  /** From 1. */
  page?: number;
}

const isKind = (given: unknown): given is FoundKind =>
  (FOUND_KINDS as readonly unknown[]).includes(given);

export const searchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: routes.search,
  validateSearch: (given: Given): SearchSearch => {
    const page = pageOf(given['page']);
    return {
      ...(textOf(given['q']) ? { q: String(given['q']).slice(0, 200) } : {}),
      ...listsIn(given, 'stage', 'assignee', 'loan', 'type', 'uploader'),
      ...textsIn(given, 'modified'),
      ...(isKind(given['kind']) ? { kind: given['kind'] } : {}),
      ...(page !== undefined && page > 1 && { page }),
    };
  },
  component: lazyRouteComponent(() => import('../features/search/SearchPage.tsx'), 'SearchPage'),
});
