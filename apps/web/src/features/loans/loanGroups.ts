import type { LoanSummary } from '@cairn/contract';
import { DATE_FILTER_DAYS } from '@cairn/contract/constants';
import { daysBetween, daysUntil } from '../../lib/format/dates.ts';

const GROUPS = [
  'Pinned',
  'Past close date',
  'Closed',
  'Closing in the next 30 days',
  'Later',
  'No close date',
] as const;
type GroupName = (typeof GROUPS)[number];

/** Group names for a list filtered by modification date. The groups match the day ranges of the filter. */
const CHANGED = DATE_FILTER_DAYS.map((days) =>
  days === 0 ? 'Modified today' : `Modified in the past ${days} days`,
);

export interface LoanGroup {
  name: string;
  loans: LoanSummary[];
  /** False if a page that is not loaded yet may contain more loans of this group. The count is then hidden. */
  complete: boolean;
}

const SOON_DAYS = 30;

/**
 * Whether the loan is before closing. In the portfolio and the archive, a past close date does not mean that the loan
 * is late.
 */
export const isRunning = ({ loanPhase }: LoanSummary): boolean =>
  loanPhase.category === 'LEAD' || loanPhase.category === 'ORIGINATION';

function groupOf(loan: LoanSummary, now: Date): GroupName {
  if (loan.pinned) return 'Pinned';
  if (loan.closeDate === null) return 'No close date';
  const left = daysUntil(loan.closeDate, now);
  if (left < 0) return isRunning(loan) ? 'Past close date' : 'Closed';
  return left <= SOON_DAYS ? 'Closing in the next 30 days' : 'Later';
}

function changedGroupOf(loan: LoanSummary, now: Date): string {
  if (loan.pinned) return 'Pinned';
  const ago = daysBetween(new Date(loan.lastModifiedDate), now);
  const at = DATE_FILTER_DAYS.findIndex((days) => ago <= days);
  return CHANGED[at] ?? 'Modified earlier';
}

/** The list is sorted in the order of the groups, so only the group of the last loaded loan can be incomplete. */
export function groupLoans(
  loans: LoanSummary[],
  now: Date,
  hasMore: boolean,
  order: 'asc' | 'desc' | 'modified' = 'asc',
): LoanGroup[] {
  const groupName = order === 'modified' ? changedGroupOf : groupOf;
  const last = loans.at(-1);
  const growing = hasMore && last ? groupName(last, now) : null;
  const grouped = Map.groupBy(loans, (loan) => groupName(loan, now));
  const [pinned, ...dated] = GROUPS;
  const names = {
    asc: GROUPS,
    desc: [pinned, ...dated.toReversed()],
    modified: [pinned, ...CHANGED, 'Modified earlier'],
  };
  return names[order].flatMap((name) => {
    const members = grouped.get(name);
    return members ? [{ name, loans: members, complete: name !== growing }] : [];
  });
}
