import type { DateFilterDays, LoanType, SortDirection } from '@cairn/contract';
import { DATE_FILTER_DAYS, IDLE_DAYS, LOAN_TYPES } from '@cairn/contract/constants';
import { idsIn, wordsIn } from '../../lib/addressValues.ts';
import { startOfDaysAgo } from '../../lib/format/dates.ts';

/**
 * The filters, sort order and layout of the pipeline. They are in the URL, so a filtered list can be shared and saved
 * as a view.
 */
export interface Shown {
  phaseIds: string[];
  types: LoanType[];
  modified: DateFilterDays | null;
  toReview: boolean;
  /** Only loans without activity for IDLE_DAYS. */
  idle: boolean;
  /** User IDs of employees who work on the loan. */
  officerIds: string[];
  words: string;
  direction: SortDirection;
  layout: 'LIST' | 'BOARD';
}

export interface PipelineSearch {
  phase?: string[] | undefined;
  type?: string[] | undefined;
  /** Number of days: 0, 7, 30, 60, 90 or 180. */
  modified?: string | undefined;
  status?: 'review' | 'idle' | undefined;
  /** User IDs of employees who work on the loan. */
  officer?: string[] | undefined;
  words?: string | undefined;
  /** Sort order of the close dates; ascending if absent. */
  order?: 'desc' | undefined;
  layout?: 'board' | undefined;
}

const isLoanType = (value: string): value is LoanType => Object.hasOwn(LOAN_TYPES, value);

/** Parses the search parameters. Unknown values are dropped. */
export function isShownBy(search: PipelineSearch): Shown {
  const modified = DATE_FILTER_DAYS.find((days) => String(days) === search.modified);
  return {
    phaseIds: idsIn(search.phase) ?? [],
    types: (search.type ?? []).filter(isLoanType),
    modified: modified ?? null,
    toReview: search.status === 'review',
    idle: search.status === 'idle',
    officerIds: idsIn(search.officer) ?? [],
    words: wordsIn(search.words),
    direction: search.order ?? 'asc',
    layout: search.layout === 'board' ? 'BOARD' : 'LIST',
  };
}

export const searchOf = (shown: Shown): PipelineSearch => ({
  phase: shown.phaseIds.length > 0 ? shown.phaseIds : undefined,
  type: shown.types.length > 0 ? shown.types : undefined,
  modified: shown.modified === null ? undefined : String(shown.modified),
  status: shown.toReview ? 'review' : shown.idle ? 'idle' : undefined,
  officer: shown.officerIds.length > 0 ? shown.officerIds : undefined,
  words: shown.words === '' ? undefined : shown.words,
  order: shown.direction === 'desc' ? 'desc' : undefined,
  layout: shown.layout === 'BOARD' ? 'board' : undefined,
});

/** Whether any filter besides the phase is set. The stored totals of the phases then do not match the list. */
export const isNarrowed = (shown: Shown): boolean => {
  const { types, modified, toReview, idle, officerIds, words } = shown;
  return (
    [types, officerIds, words].some(({ length }) => length > 0) ||
    modified !== null ||
    toReview ||
    idle
  );
};

export const isFiltered = (shown: Shown): boolean => shown.phaseIds.length > 0 || isNarrowed(shown);

/**
 * The filter as query parameters. Days start at midnight in the user's time zone, so the parameters do not change
 * within a day.
 */
export const filterOf = (
  { types, modified, toReview, idle, officerIds, words, direction }: Shown,
  now: Date,
) => ({
  ...(types.length > 0 ? { loanType: types } : {}),
  ...(modified === null ? {} : { modifiedSince: startOfDaysAgo(modified, now).toISOString() }),
  ...(toReview ? { toReview } : {}),
  ...(idle ? { unmodifiedSince: startOfDaysAgo(IDLE_DAYS, now).toISOString() } : {}),
  ...(officerIds.length > 0 ? { officerId: officerIds } : {}),
  ...(words === '' ? {} : { words }),
  ...(direction === 'desc' ? { direction } : {}),
});
