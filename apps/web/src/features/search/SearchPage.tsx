import type { Found, FoundCounts, FoundKind } from '@cairn/contract';
import { DESKTOP_BREAKPOINT_PX } from '@cairn/contract/constants';
import { Box, Flex, Loader, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { send } from '../../lib/client.ts';
import { useNow } from '../../lib/clock.ts';
import { type Command, useCommands } from '../../lib/commands.ts';
import { callKey } from '../../lib/queries.ts';
import { routes } from '../../lib/routes.ts';
import { wordsOf } from '../../lib/searchWords.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Keys } from '../../ui/Keys.tsx';
import { QueryFallback } from '../../ui/QueryFallback.tsx';
import { filterOf, type FoundSearch } from './foundFilter.ts';
import { FoundPreview, type TextFound } from './FoundPreview.tsx';
import { MORE_RESULTS, noResultsText, totalText } from './foundTotals.ts';
import { KindTabs, Pager, Results } from './SearchResults.tsx';
import classes from './Search.module.css';

const FoundFilters = lazy(() => import('./FoundFilters.tsx'));

const route = getRouteApi('/shell/search');
type SearchKept = FoundSearch & { kind?: FoundKind };
const TYPING_MS = 200;
const NO_RESULTS: readonly Found[] = [];

interface Answer {
  results: Found[];
  counts: FoundCounts;
  cutOffKinds: FoundKind[];
  isMore: boolean;
  isSimilar: boolean;
  totalPages: number;
}

interface SearchRequest extends ReturnType<typeof filterOf> {
  d: 'd' | 'm';
  kind: FoundKind | undefined;
  page: number;
}

/** Searches all kinds with a few results each, or one kind page by page. */
async function ask(
  q: string,
  { kind, page, ...filter }: SearchRequest,
  signal: AbortSignal,
): Promise<Answer> {
  if (kind === undefined) {
    const query = { q, ...filter, everything: 'true' as const };
    return { ...(await send('quickSearch', { query }, signal)), totalPages: 1 };
  }
  return send('search', { query: { q, ...filter, kind, p: page - 1 } }, signal);
}

function useAnswer(q: string, search: SearchRequest) {
  const { kind, page, ...filter } = search;
  const name = kind === undefined ? 'quickSearch' : 'search';
  return useQuery({
    // The key starts like that of the plain call, so that an event that refreshes the call refreshes this query too.
    queryKey: [
      ...callKey(name, { query: { q, ...filter, ...(kind && { kind, p: page - 1 }) } }),
      'page',
    ],
    queryFn: ({ signal }) => ask(q, search, signal),
    enabled: wordsOf(q).length > 0,
    // Keeps the previous results until those for the changed text are loaded.
    placeholderData: keepPreviousData,
    meta: { onFailure: () => true },
  });
}

/** Writes the typed text to the URL, so that a search can be shared and reached with Back. */
function useTyped(q: string, keptSearch: SearchKept) {
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const [settled] = useDebouncedValue(text.trim(), TYPING_MS);
  const sentText = useRef(q);
  const latest = useRef(keptSearch);
  useEffect(() => {
    latest.current = keptSearch;
  });
  useEffect(() => {
    // The URL was changed from outside: by Back, or by the command palette.
    if (q !== sentText.current) {
      sentText.current = q;
      setText(q);
    }
  }, [q]);
  useEffect(() => {
    if (settled === sentText.current) return;
    sentText.current = settled;
    void navigate({
      to: routes.search,
      search: { ...latest.current, ...(settled && { q: settled }) },
      replace: true,
    });
  }, [settled, navigate]);
  return [text, setText] as const;
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/** Moves the focus between the search field and the rows. */
function moveFocus(root: HTMLElement, step: number): boolean {
  const stops = [
    root.querySelector<HTMLElement>('[data-field]')!,
    ...root.querySelectorAll<HTMLElement>('[data-result]'),
  ];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[Math.max(0, Math.max(0, at) + step)];
  next?.focus();
  return next !== undefined;
}

/** Moves the focus from a row to the first row of the next kind. After the last kind, Tab works as usual. */
function goToNextGroup(root: HTMLElement): boolean {
  const groups = [...root.querySelectorAll('section')].filter(
    (group) => group.querySelector('[data-result]') !== null,
  );
  const at = groups.findIndex((group) => group.contains(document.activeElement));
  const next = at < 0 ? undefined : groups[at + 1];
  next?.querySelector<HTMLElement>('[data-result]')?.focus();
  return next !== undefined;
}

/** Also registered for the whole page: after the command palette closes, the focus can be outside the results. */
function useArrowKeys() {
  const main = useRef<HTMLDivElement>(null);
  const keys = useMemo<Command[]>(
    () => [
      {
        label: 'Go to the first result',
        keys: 'ArrowDown',
        where: 'page',
        keyOnly: true,
        run: () => main.current !== null && moveFocus(main.current, 1),
      },
    ],
    [],
  );
  useCommands(keys);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isRow = document.activeElement?.matches('[data-result]') ?? false;
    const isTab = event.key === 'Tab' && !event.shiftKey && isRow;
    if (isTab && goToNextGroup(event.currentTarget)) event.preventDefault();
    const step = STEPS[event.key];
    if (step !== undefined && moveFocus(event.currentTarget, step)) event.preventDefault();
  };
  return { ref: main, onKeyDown };
}

const isText = (result: Found | undefined): result is TextFound => result?.kind === 'TEXT';

export function SearchPage() {
  const { q = '', page = 1, ...keptSearch } = route.useSearch();
  const { kind, ...filters } = keptSearch;
  const navigate = useNavigate();
  const now = useNow();
  const [text, setText] = useTyped(q, keptSearch);
  const isWide = useMediaQuery(`(width >= ${DESKTOP_BREAKPOINT_PX}px)`, true, {
    getInitialValueInEffect: false,
  });
  const query = useAnswer(q, {
    kind,
    page,
    d: isWide ? 'd' : 'm',
    ...filterOf(filters, now),
  });
  const arrowKeys = useArrowKeys();
  const [selected, setSelected] = useState<Found>();
  const data = wordsOf(q).length > 0 ? query.data : undefined;
  const selectedResult = data?.results.find(
    ({ id, kind: each }) => id === selected?.id && each === selected.kind,
  );
  const total = data && Object.values(data.counts).reduce((sum, count) => sum + count, 0);
  const none = noResultsText(q, {
    isMore: data?.isMore ?? false,
    filters: Object.keys(filterOf(filters, now)).length > 0,
  });
  const select = (result: Found): boolean => {
    setSelected(result);
    return isWide && result.kind === 'TEXT';
  };
  return (
    <Flex
      mih="calc(100dvh - var(--layout-topbar) - var(--banners, 0rem))"
      data-split={(isWide && isText(selectedResult)) || undefined}
    >
      {/* The field and the rows are focusable; this element only handles the arrow keys. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <Stack className={classes.main} gap={0} flex={1} miw={0} maw={960} {...arrowKeys}>
        <VisuallyHidden component="h1">Search</VisuallyHidden>
        <search className={classes.field}>
          <IconSearch size={19} stroke={1.7} aria-hidden />
          <input
            data-field
            type="search"
            // The page is a search field first, so it takes the focus.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            aria-label="Search everything"
            placeholder="Search loans, people, requests, messages and text in documents"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          {query.isFetching && <Loader size={16} aria-hidden />}
          <output className={classes.total}>
            {data && !data.isSimilar && total !== undefined ? totalText(total, data.isMore) : ''}
          </output>
        </search>
        {wordsOf(q).length > 0 && (
          <Suspense>
            <FoundFilters
              search={filters}
              results={query.data?.results ?? NO_RESULTS}
              onFilter={(change) =>
                void navigate({
                  to: routes.search,
                  search: { q, ...keptSearch, ...change },
                  replace: true,
                })
              }
            />
          </Suspense>
        )}
        {data && total !== undefined && total > 0 && (
          <KindTabs
            q={q}
            kind={kind}
            counts={data.counts}
            cutOffKinds={data.cutOffKinds}
            filters={filters}
          />
        )}
        <Box flex={1} pb="md">
          {wordsOf(q).length === 0 && (
            <EmptyState title="Search everything you have access to">
              Loans, people, entities, requests, messages and the text inside documents, scans
              included. Put words in quotes to find an exact phrase.
            </EmptyState>
          )}
          {wordsOf(q).length > 0 && !data && (
            <QueryFallback query={query} loading="Searching" failed="The search didn’t work" />
          )}
          {data && total === 0 && <EmptyState title={none.title}>{none.hint}</EmptyState>}
          {data?.isSimilar && (
            <Text mt="md" c="var(--ink-2)" size="table">
              No results for “{q}”. These names are similar:
            </Text>
          )}
          {data && total !== 0 && data.results.length === 0 && (
            <EmptyState title="No results of this kind">
              {kind && data.cutOffKinds.includes(kind) && MORE_RESULTS}
            </EmptyState>
          )}
          {data && (
            <Results
              results={data.results}
              counts={data.counts}
              cutOffKinds={data.cutOffKinds}
              q={q}
              selected={selectedResult}
              isGrouped={kind === undefined}
              filters={filters}
              onSelect={select}
            />
          )}
          {data && kind && (
            <Pager
              q={q}
              kind={kind}
              page={page}
              pages={data.totalPages}
              isMore={data.cutOffKinds.includes(kind)}
              filters={filters}
            />
          )}
          {data?.isMore && data.results.length > 0 && (
            <Text mt="md" c="var(--ink-2)" size="table">
              {MORE_RESULTS}
            </Text>
          )}
        </Box>
        <footer className={classes.keys} aria-hidden>
          <span>
            <Keys keys="ArrowUp" /> <Keys keys="ArrowDown" /> move
          </span>
          <span>
            <Keys keys="Enter" /> open
          </span>
          <span>
            <Keys keys="Tab" /> next group
          </span>
          <span>
            <Keys keys="n" /> next match
          </span>
          <span>Put words in quotes to find an exact phrase</span>
        </footer>
      </Stack>
      {isWide && isText(selectedResult) && (
        <FoundPreview
          key={`${selectedResult.id} ${q}`}
          result={selectedResult}
          q={q}
          onClose={() => setSelected(undefined)}
        />
      )}
    </Flex>
  );
}
