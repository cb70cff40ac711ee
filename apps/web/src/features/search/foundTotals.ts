import type { FoundCounts, FoundKind } from '@cairn/contract';

/** "5,000+" if there may be more. */
export const countText = (count: number, isMore: boolean): string =>
  `${count.toLocaleString('en-US')}${isMore ? '+' : ''}`;

export const kindCountText = (
  kind: FoundKind,
  counts: FoundCounts,
  cutOffKinds: readonly FoundKind[],
): string => countText(counts[kind], cutOffKinds.includes(kind));

/** Empty for no results, because the page then explains itself and "0+ results" would say nothing. */
export const totalText = (total: number, isMore: boolean): string =>
  total === 0 ? '' : `${countText(total, isMore)} ${total === 1 && !isMore ? 'result' : 'results'}`;

interface NoResults {
  title: string;
  hint: string;
}

/** Does not claim that there are no results if only some of the matches were checked. */
export function noResultsText(q: string, has: { isMore: boolean; filters: boolean }): NoResults {
  if (has.isMore) {
    return {
      title: `Too many matches for “${q}”`,
      hint: has.filters
        ? 'Only some of the matches were checked, and none of them fit the filters. Add a word to narrow the search, or remove a filter.'
        : 'Only some of the matches were checked. Add a word to narrow the search.',
    };
  }
  return {
    title: `No results for “${q}”`,
    hint: `${has.filters ? 'Remove a filter to see more. ' : ''}Check the spelling, or try fewer words. Files are found by their text once they have been read, which takes up to a few minutes for scans.`,
  };
}

/** Shown below an incomplete list. */
export const MORE_RESULTS =
  'There may be more results than the ones counted here. Add a word to narrow the search.';
