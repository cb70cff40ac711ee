import { DATE_FILTER_DAYS, LOAN_TYPES, PHASE_CATEGORIES } from '@cairn/contract/constants';
import type { LoanType, PhaseCategory } from '@cairn/contract';
import { dateFilterLabel } from '../../lib/format/dateFilter.ts';
import { startOfDaysAgo } from '../../lib/format/dates.ts';
import type { LoanFilter } from '../loans/useLoanList.ts';

/** What the address of the list says: a filtered list can be shared. */
export interface LoansSearch {
  type?: string[] | undefined;
  stage?: string | undefined;
  modified?: string | undefined;
  status?: 'review' | undefined;
}

export const TYPE_OPTIONS = Object.entries(LOAN_TYPES).map(([value, label]) => ({ value, label }));

const STAGE_LABELS: Record<PhaseCategory, string> = {
  LEAD: 'Leads',
  ORIGINATION: 'Origination',
  PORTFOLIO: 'Portfolio',
  ARCHIVE: 'Archive',
};
export const STAGE_OPTIONS = PHASE_CATEGORIES.map((value) => ({
  value,
  label: STAGE_LABELS[value],
}));

export const MODIFIED_OPTIONS = DATE_FILTER_DAYS.map((days) => ({
  value: String(days),
  label: dateFilterLabel(days),
}));

export const STATUS_OPTIONS = [{ value: 'review', label: 'To review' }];

/** A list of loans changed since then has the latest change first, which is what a list of files needs. */
const EVER = '1970-01-01T00:00:00.000Z';

export const isFiltered = ({ type, stage, modified, status }: LoansSearch): boolean =>
  [type, stage, modified, status].some((each) => each !== undefined);

const isLoanType = (value: string): value is LoanType => Object.hasOwn(LOAN_TYPES, value);

/** Unknown values of an address are dropped. The day begins where the reader is. */
export function filterOf({ type, stage, modified, status }: LoansSearch, now: Date): LoanFilter {
  const types = (type ?? []).filter(isLoanType);
  const category = PHASE_CATEGORIES.find((each) => each === stage);
  const days = DATE_FILTER_DAYS.find((each) => String(each) === modified);
  return {
    ...(types.length > 0 && { loanType: types }),
    ...(category && { category }),
    modifiedSince: days ? startOfDaysAgo(days, now).toISOString() : EVER,
    ...(status === 'review' && { toReview: true }),
  };
}
