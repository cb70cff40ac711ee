import type { DateFilterDays, LoanType, SortDirection } from '@cairn/contract';
import { DATE_FILTER_DAYS, IDLE_DAYS, LOAN_TYPES } from '@cairn/contract/constants';
import { startOfDaysAgo } from '../../lib/format/dates.ts';

/** What the pipeline shows, as its address says it: a filtered list can be shared, and kept. */
export interface Shown {
  phaseIds: string[];
  types: LoanType[];
  modified: DateFilterDays | null;
  toReview: boolean;
  /** Without activity for IDLE_DAYS. */
  idle: boolean;
  direction: SortDirection;
  layout: 'LIST' | 'BOARD';
}

export interface PipelineSearch {
  phase?: string[] | undefined;
  type?: string[] | undefined;
  modified?: string | undefined;
  status?: 'review' | 'idle' | undefined;
  order?: 'desc' | undefined;
  layout?: 'board' | undefined;
}

const isLoanType = (value: string): value is LoanType => Object.hasOwn(LOAN_TYPES, value);

/** Unknown search parameters are dropped, not guessed at. */
export function isShownBy(search: PipelineSearch): Shown {
  const modified = DATE_FILTER_DAYS.find((days) => String(days) === search.modified);
  return {
    phaseIds: search.phase ?? [],
    types: (search.type ?? []).filter(isLoanType),
    modified: modified ?? null,
    toReview: search.status === 'review',
    idle: search.status === 'idle',
    direction: search.order ?? 'asc',
    layout: search.layout === 'board' ? 'BOARD' : 'LIST',
  };
}

export const searchOf = (shown: Shown): PipelineSearch => ({
  phase: shown.phaseIds.length > 0 ? shown.phaseIds : undefined,
  type: shown.types.length > 0 ? shown.types : undefined,
  modified: shown.modified === null ? undefined : String(shown.modified),
  status: shown.toReview ? 'review' : shown.idle ? 'idle' : undefined,
  order: shown.direction === 'desc' ? 'desc' : undefined,
  layout: shown.layout === 'BOARD' ? 'board' : undefined,
});

export const isFiltered = ({ phaseIds, types, modified, toReview, idle }: Shown): boolean =>
  phaseIds.length > 0 || types.length > 0 || modified !== null || toReview || idle;

/** What the list is asked for. The day begins where the reader is, and is the same all day. */
export const filterOf = ({ types, modified, toReview, idle, direction }: Shown, now: Date) => ({
  ...(types.length > 0 ? { loanType: types } : {}),
  ...(modified === null ? {} : { modifiedSince: startOfDaysAgo(modified, now).toISOString() }),
  ...(toReview ? { toReview } : {}),
  ...(idle ? { unmodifiedSince: startOfDaysAgo(IDLE_DAYS, now).toISOString() } : {}),
  ...(direction === 'desc' ? { direction } : {}),
});
