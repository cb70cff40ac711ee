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

/** A list of what was modified lately comes by the days that its filter offers. */
const CHANGED = DATE_FILTER_DAYS.map((days) =>
  days === 0 ? 'Modified today' : `Modified in the past ${days} days`,
);

export interface LoanGroup {
  name: string;
  loans: LoanSummary[];
  /** False while more of this group may be on a page not loaded yet: then no count is shown. */
  complete: boolean;
}

const SOON_DAYS = 30;

/** In the portfolio and the archive a close date that has passed is no lateness. */
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

/** The list comes in the order of its groups, so only the group of its last loan can still grow. */
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
