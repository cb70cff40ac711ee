import {
  FOUND_KINDS,
  SEARCH_PAGE_SIZE,
  type Found,
  type FoundCounts,
  type FoundKind,
} from '@cairn/contract';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Reads } from '../../platform/db/db.ts';
import type { Query } from '../../platform/db/query.ts';
import type { SearchCriteria } from './candidate-store.ts';
import { countOf, rowsOf, type Counted, type Rows, type Window } from './find-store.ts';
import { isFiltered, type FoundFilter } from './found-filter-store.ts';
import {
  presentElementFound,
  presentEntityFound,
  presentLoanFound,
  presentMessageFound,
  presentPersonFound,
  presentTextFound,
} from './present.ts';
import { parseWords, type SearchWords } from '../../platform/search-words.ts';

/** Maximum number of counted candidates of each kind; when it is reached, the reply says that there may be more. */
const COUNTED = 5000;
/** For a search box, which shows a few results; and for the operator, whose candidates are of all lenders. */
const CANDIDATES = 200;
const countedFor = (actor: Actor): number => (isPlatformAdmin(actor) ? CANDIDATES : COUNTED);
/** Kinds that are found by name, which a search box looks up with each keystroke. */
const NAME_KINDS = ['LOAN', 'PERSON', 'ENTITY', 'DOCUMENT'] as const satisfies readonly FoundKind[];

const PRESENT: { [K in FoundKind]: (row: Rows[K]) => Found } = {
  LOAN: presentLoanFound,
  PERSON: presentPersonFound,
  ENTITY: presentEntityFound,
  DOCUMENT: presentElementFound,
  MESSAGE: presentMessageFound,
  TEXT: presentTextFound,
};

const presentRows = (kind: FoundKind, rows: readonly unknown[]): Found[] =>
  rows.map((row) => (PRESENT[kind] as (row: unknown) => Found)(row));

const NONE = Object.fromEntries(FOUND_KINDS.map((kind) => [kind, 0])) as FoundCounts;
const sumOf = (counts: FoundCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);
export const totalOf = (counts: FoundCounts, kind: FoundKind | undefined): number =>
  kind ? counts[kind] : sumOf(counts);

export interface Search {
  readonly actor: Actor;
  readonly typed: string;
  readonly context: string | undefined;
  readonly kind: FoundKind | undefined;
  readonly filter: FoundFilter;
}

export interface FoundPage {
  results: Found[];
  counts: FoundCounts;
  cutOffKinds: FoundKind[];
  isMore: boolean;
  isSimilar: boolean;
}
const NOTHING: FoundPage = {
  results: [],
  counts: NONE,
  cutOffKinds: [],
  isMore: false,
  isSimilar: false,
};

interface Scope {
  readonly words: SearchWords;
  /** Maximum number of candidates of a kind. */
  readonly most: number;
  readonly kinds: readonly FoundKind[];
}

/**
 * Searches by words; if the caller sees no match, by similar names. Hidden rows do not count as matches. Rows removed
 * by a filter do, because names similar to other words would not be what the caller is looking for.
 */
async function closeIfNone(
  reads: Reads,
  { actor, context, filter }: Search,
  { words, most, kinds }: Scope,
  find: (asked: SearchCriteria) => Promise<FoundPage>,
): Promise<FoundPage> {
  const criteria = { actor, words, context, most, filter, isSimilar: false };
  const result = await find(criteria);
  if (words.similar === null || sumOf(result.counts) > 0 || result.cutOffKinds.length > 0) {
    return result;
  }
  if (isFiltered(filter) && (await isAnyFound(reads, { ...criteria, filter: {} }, kinds))) {
    return result;
  }
  const close = await find({ ...criteria, isSimilar: true });
  return { ...close, isSimilar: sumOf(close.counts) > 0 };
}

async function isAnyFound(
  reads: Reads,
  criteria: SearchCriteria,
  kinds: readonly FoundKind[],
): Promise<boolean> {
  const [countRow] = await send(
    reads,
    kinds.map((kind) => countOf(criteria, kind)),
  );
  const { counts, cutOffKinds } = totalsOf(kinds, countRow!);
  return sumOf(counts) > 0 || cutOffKinds.length > 0;
}

/** One page of one kind, or of all kinds in order, with the totals of each. */
export async function findPage(reads: Reads, search: Search, window: Window): Promise<FoundPage> {
  const words = parseWords(search.typed);
  if (!words) return NOTHING;
  const scope = { words, most: countedFor(search.actor), kinds: FOUND_KINDS };
  return closeIfNone(reads, search, scope, async (criteria) => {
    const { kind } = search;
    const kinds = criteria.isSimilar ? NAME_KINDS : FOUND_KINDS;
    const [countRow, first] = await send(
      reads,
      kinds.map((each) => countOf(criteria, each)),
      kind && (kinds as readonly FoundKind[]).includes(kind)
        ? [rowsOf[kind](criteria, window)]
        : [],
    );
    const totals = totalsOf(kinds, countRow!);
    const results = kind
      ? presentRows(kind, first![0] ?? [])
      : await rowsWithin(reads, criteria, windowsOf(totals.counts, window));
    return { results, ...totals, isMore: totals.cutOffKinds.length > 0, isSimilar: false };
  });
}

/** Totals of the counted kinds, each in one row. */
function totalsOf(
  kinds: readonly FoundKind[],
  countRows: readonly unknown[][],
): Pick<FoundPage, 'counts' | 'cutOffKinds'> {
  const counts = { ...NONE };
  const cutOffKinds: FoundKind[] = [];
  for (const [index, kind] of kinds.entries()) {
    const [total] = countRows[index] as [Counted];
    counts[kind] = total.count;
    if (total.is_cut_off) cutOffKinds.push(kind);
  }
  return { counts, cutOffKinds };
}

async function send(
  reads: Reads,
  ...groups: readonly (readonly Query<unknown>[])[]
): Promise<unknown[][][]> {
  const rows: unknown[][] = await reads.together<unknown[]>(...groups.flat());
  return groups.map((group) => rows.splice(0, group.length));
}

/** The range of each kind on a page of all kinds, one after the other. */
function windowsOf(counts: FoundCounts, { offset, limit }: Window): [FoundKind, Window][] {
  const windows: [FoundKind, Window][] = [];
  let start = 0;
  for (const kind of FOUND_KINDS) {
    const from = Math.max(0, offset - start);
    const to = Math.min(counts[kind], offset + limit - start);
    if (to > from) windows.push([kind, { offset: from, limit: to - from }]);
    start += counts[kind];
  }
  return windows;
}

async function rowsWithin(
  reads: Reads,
  criteria: SearchCriteria,
  windows: readonly [FoundKind, Window][],
): Promise<Found[]> {
  if (windows.length === 0) return [];
  const [rows] = await send(
    reads,
    windows.map(([kind, window]) => rowsOf[kind](criteria, window) as Query<unknown>),
  );
  return windows.flatMap(([kind], index) => presentRows(kind, rows![index]!));
}

/** Some results of each kind, in one round trip; those of the open loan first. */
export async function findTopResults(
  reads: Reads,
  search: Search,
  device: keyof typeof SEARCH_PAGE_SIZE,
  everything: boolean,
): Promise<FoundPage> {
  const words = parseWords(search.typed);
  if (!words) return NOTHING;
  const most = SEARCH_PAGE_SIZE[device];
  const scope = {
    words,
    most: everything ? countedFor(search.actor) : CANDIDATES,
    kinds: kindsOf(search.kind, everything),
  };
  return closeIfNone(reads, search, scope, async (criteria) => {
    const kinds = kindsOf(search.kind, everything && !criteria.isSimilar);
    const window = { offset: 0, limit: most };
    const [rows, countRow] = await send(
      reads,
      kinds.map((kind) => rowsOf[kind](criteria, window) as Query<unknown>),
      everything ? kinds.map((kind) => countOf(criteria, kind)) : [],
    );
    const totals = everything ? totalsOf(kinds, countRow!) : shownOf(kinds, rows!);
    const lists = kinds.map((kind, index) => presentRows(kind, rows![index]!));
    const results = hereFirst(shareOut(lists, most), search.context);
    const isMore = !everything || totals.cutOffKinds.length > 0;
    return { results, ...totals, isMore, isSimilar: false };
  });
}

/** A search box counts only the results it was given. */
function shownOf(
  kinds: readonly FoundKind[],
  rows: readonly unknown[][],
): Pick<FoundPage, 'counts' | 'cutOffKinds'> {
  const counts = { ...NONE };
  for (const [index, kind] of kinds.entries()) counts[kind] = rows[index]!.length;
  return { counts, cutOffKinds: [] };
}

function kindsOf(kind: FoundKind | undefined, everything: boolean): readonly FoundKind[] {
  if (kind) return [kind];
  return everything ? FOUND_KINDS : NAME_KINDS;
}

/**
 * Divides the few places, so that many results of one kind do not hide the others. Places that a kind does not need
 * go to the kinds before it.
 */
function shareOut(lists: readonly Found[][], most: number): Found[] {
  const filled = lists.filter((list) => list.length > 0);
  const fair = Math.max(1, Math.floor(most / Math.max(1, filled.length)));
  const shares = filled.map((list) => Math.min(list.length, fair));
  let remaining = most - shares.reduce((sum, share) => sum + share, 0);
  for (const [index, list] of filled.entries()) {
    const more = Math.min(Math.max(0, remaining), list.length - shares[index]!);
    shares[index]! += more;
    remaining -= more;
  }
  return filled.flatMap((list, index) => list.slice(0, shares[index])).slice(0, most);
}

const hereFirst = (results: readonly Found[], context: string | undefined): Found[] => [
  ...results.filter(({ loanId }) => loanId === context),
  ...results.filter(({ loanId }) => loanId !== context),
];
