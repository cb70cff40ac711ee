import { MAX_TEXT_PAGES } from '@cairn/contract/file-terms';
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Reply, send } from '../../lib/client.ts';
import { useEventCallback } from '../../lib/useEventCallback.ts';
import type { Marks } from '../annotator/FilePreview.tsx';
import type { Match } from '../annotator/foundLayer.ts';
import { type ShownDocument, useOpenedDocument } from '../annotator/useOpenedFile.ts';
import { changedWords, matchPages, type PagePair, type PageText } from './compareText.ts';

/** Only this many pages of each document are compared. */
export const MAX_COMPARED_PAGES = 1000;
/** How many pages before and after the visible one have their words compared in advance. */
const AHEAD = 1;
const QUOTED_CHARACTERS = 60;

type Words = Reply<'getDocumentText'>['pages'][number]['words'];

/** A difference at one position of a page pair. */
export interface Change {
  readonly left: Match | undefined;
  readonly right: Match | undefined;
  readonly before: string;
  readonly after: string;
}

interface PairChanges {
  readonly pair: PagePair;
  readonly changes: readonly Change[];
}

/** Loads the text without the word positions, which would need too much memory for a thousand pages. */
async function readTexts({ id, pagesTicket: ticket }: ShownDocument, signal: AbortSignal) {
  const pages: PageText[] = [];
  for (let from = 1; from <= MAX_COMPARED_PAGES; from += MAX_TEXT_PAGES) {
    const query = { from, ...(ticket !== null && { ticket }) };
    const reply = await send('getDocumentText', { params: { id }, query }, signal);
    pages.push(...reply.pages.map(({ page, text }) => ({ page, text })));
    if (reply.pages.length < MAX_TEXT_PAGES) break;
  }
  return pages;
}

async function readWords(
  { id, pagesTicket: ticket }: ShownDocument,
  page: number,
  signal: AbortSignal,
): Promise<Words> {
  const query = { from: page, pages: 1, ...(ticket !== null && { ticket }) };
  const reply = await send('getDocumentText', { params: { id }, query }, signal);
  return reply.pages.find((each) => each.page === page)?.words ?? [];
}

function useTexts(document: ShownDocument | undefined) {
  return useQuery({
    queryKey: ['text to compare', document?.id],
    queryFn: ({ signal }) => readTexts(document!, signal),
    enabled: document !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
}

const quoted = (words: Words): string => {
  const quote = words.map(({ text }) => text).join(' ');
  return quote.length > QUOTED_CHARACTERS ? `${quote.slice(0, QUOTED_CHARACTERS)}…` : quote;
};

const matchOf = (page: number, words: Words, tone: 'added' | 'removed'): Match | undefined =>
  words.length === 0 ? undefined : { page, boxes: words.map(({ box }) => box), tone };

async function compareWords(
  lefts: ShownDocument,
  rights: ShownDocument,
  pair: PagePair,
  signal: AbortSignal,
): Promise<PairChanges> {
  const [left, right] = [pair.left!, pair.right!];
  const [before, after] = await Promise.all([
    readWords(lefts, left, signal),
    readWords(rights, right, signal),
  ]);
  const text = (words: Words) => words.map((word) => word.text);
  const changes = changedWords(text(before), text(after)).map((hunk) => {
    const [removed, added] = [before.slice(...hunk.left), after.slice(...hunk.right)];
    return {
      left: matchOf(left, removed, 'removed'),
      right: matchOf(right, added, 'added'),
      before: quoted(removed),
      after: quoted(added),
    };
  });
  return { pair, changes };
}

const WHOLE_PAGE = [[0, 0, 10_000, 10_000]] as const;

const wholePage = (page: number, tone: 'added' | 'removed'): Match => ({
  page,
  boxes: WHOLE_PAGE,
  tone,
});

/** A page that exists in only one of the documents counts as one change. */
const changesOfPage = (pair: PagePair): PairChanges => ({
  pair,
  changes: [
    {
      left: pair.left === null ? undefined : wholePage(pair.left, 'removed'),
      right: pair.right === null ? undefined : wholePage(pair.right, 'added'),
      before: '',
      after: '',
    },
  ],
});

const loadedOf = (results: UseQueryResult<PairChanges>[]): PairChanges[] =>
  results.flatMap(({ data }) => data ?? []);

const NO_PAIRS: readonly PagePair[] = [];
const isNear = (page: number | null, inSight: number): boolean =>
  page !== null && Math.abs(page - inSight) <= AHEAD;

interface Place {
  pair: PagePair;
  change: number;
}

/**
 * Compares two documents. `jump` is called before the two views go to a change, so that their scrolling is not
 * synchronized then.
 */
export function useComparison(leftId: string | null, rightId: string, jump: () => void) {
  const { data: lefts } = useOpenedDocument(leftId);
  const { data: rights } = useOpenedDocument(leftId === null ? null : rightId);
  const [before, after] = [useTexts(lefts), useTexts(rights)];
  const pairs = useMemo(
    () => (before.data && after.data ? matchPages(before.data, after.data) : NO_PAIRS),
    [before.data, after.data],
  );
  const [chosenPlace, setPlace] = useState<Place | null>(null);
  // A place from a previous comparison is ignored.
  const place = chosenPlace && pairs.includes(chosenPlace.pair) ? chosenPlace : null;
  const [leftPage, onLeftPage] = useState(1);
  const [rightPage, onRightPage] = useState(1);
  const differing = useMemo(() => pairs.filter(({ state }) => state !== 'SAME'), [pairs]);
  const near = differing.filter(
    (pair) => pair === place?.pair || isNear(pair.left, leftPage) || isNear(pair.right, rightPage),
  );
  const pairChanges = useQueries({
    queries: near.map((pair) => ({
      queryKey: ['changes on pages', leftId, rightId, pair],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        pair.state === 'CHANGED'
          ? compareWords(lefts!, rights!, pair, signal)
          : Promise.resolve(changesOfPage(pair)),
      staleTime: Infinity,
    })),
    combine: loadedOf,
  });
  const currentPair = place?.pair ?? pairs.find(({ right }) => right === rightPage);
  const isHere = ({ pair }: PairChanges): boolean =>
    pair.left === currentPair?.left && pair.right === currentPair?.right;
  const changes = pairChanges.find(isHere)?.changes;
  const at = place ? changes?.[place.change] : undefined;
  const show = useEventCallback((pair: PagePair, change: number) => {
    jump();
    setPlace({ pair, change });
  });
  const next = useEventCallback(() => {
    if (place && changes && place.change + 1 < changes.length) {
      return show(place.pair, place.change + 1);
    }
    const following = differing[place ? differing.indexOf(place.pair) + 1 : 0] ?? differing[0];
    return following && show(following, 0);
  });
  return {
    isLoading: leftId !== null && (before.isPending || after.isPending),
    isError: before.isError || after.isError,
    isCutOff: [before, after].some(({ data }) => (data?.length ?? 0) >= MAX_COMPARED_PAGES),
    pairs,
    differing,
    currentPair,
    changes,
    change: place?.change,
    show,
    next,
    left: useMarks('left', pairChanges, place, at),
    right: useMarks('right', pairChanges, place, at),
    onLeftPage,
    onRightPage,
  };
}
export type Comparison = ReturnType<typeof useComparison>;

type Side = 'left' | 'right';

/**
 * Memoized so that the object changes only with its content, because the reader goes to the target page again for each
 * new object.
 */
function useMarks(
  side: Side,
  pairChanges: readonly PairChanges[],
  place: Place | null,
  at: Change | undefined,
): Marks {
  const matches = useMemo(
    () => pairChanges.flatMap(({ changes }) => changes.flatMap((change) => change[side] ?? [])),
    [pairChanges, side],
  );
  const target = useMemo(() => {
    const page = place?.pair[side] ?? null;
    return page === null ? undefined : { page };
  }, [place, side]);
  const match = at?.[side];
  return useMemo(() => ({ matches, at: match, target }), [matches, match, target]);
}
