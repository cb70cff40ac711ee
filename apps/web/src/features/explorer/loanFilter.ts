import {
  DATE_FILTER_DAYS,
  LOAN_STATUSES,
  LOAN_TYPES,
  PHASE_CATEGORIES,
} from '@cairn/contract/constants';
import type { LoanStatus, LoanType } from '@cairn/contract';
import { idsIn, wordsIn } from '../../lib/addressValues.ts';
import { startOfDaysAgo } from '../../lib/format/dates.ts';
import type { LoanFilter } from '../loans/useLoanList.ts';

/** The list's filters as URL parameters, so that a filtered list can be shared. */
export interface LoansSearch {
  type?: string[] | undefined;
  stage?: string | undefined;
  modified?: string | undefined;
  status?: string[] | undefined;
  /** Only loans with a file that needs review. */
  review?: 'waiting' | undefined;
  /** Ids of employees who work on the loan. */
  assignee?: string[] | undefined;
  /** Words in the name of an entity. */
  entity?: string | undefined;
}

/**
 * The server sorts by latest change if modifiedSince is set. This value matches all loans and so only sets that order.
 */
const EVER = '1970-01-01T00:00:00.000Z';

export const isFiltered = (search: LoansSearch): boolean => {
  const { type, stage, modified, status, review, assignee, entity } = search;
  return [type, stage, modified, status, review, assignee, entity].some(
    (each) => each !== undefined,
  );
};

const isLoanType = (value: string): value is LoanType => Object.hasOwn(LOAN_TYPES, value);
const isLoanStatus = (value: string): value is LoanStatus => Object.hasOwn(LOAN_STATUSES, value);

/** Drops unknown URL values. Days begin at midnight in the reader's time zone. */
export function filterOf(search: LoansSearch, now: Date): LoanFilter {
  const { type, stage, modified, status, review } = search;
  const officerId = idsIn(search.assignee);
  const entity = wordsIn(search.entity);
  const types = (type ?? []).filter(isLoanType);
  const statuses = (status ?? []).filter(isLoanStatus);
  const category = PHASE_CATEGORIES.find((each) => each === stage);
  const days = DATE_FILTER_DAYS.find((each) => String(each) === modified);
  return {
    ...(types.length > 0 && { loanType: types }),
    ...(statuses.length > 0 && { loanStatus: statuses }),
    ...(category && { category }),
    modifiedSince: days === undefined ? EVER : startOfDaysAgo(days, now).toISOString(),
    ...(review && { toReview: true }),
    ...(officerId && { officerId }),
    ...(entity && { entity }),
  };
}
