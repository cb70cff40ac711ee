import type { LoanSummary } from '@cairn/contract';
import { daysUntil } from '../../format/dates.ts';

const GROUPS = [
  'Pinned',
  'Past close date',
  'Closed',
  'Closing in the next 30 days',
  'Later',
  'No close date',
] as const;
export type GroupName = (typeof GROUPS)[number];

export interface LoanGroup {
  name: GroupName;
  loans: LoanSummary[];
  /** False while more of this group may be on a page not loaded yet: then no count is shown. */
  complete: boolean;
}

const SOON_DAYS = 30;

/** In the portfolio and the archive a close date that has passed is no lateness. */
export const isRunning = ({ loanPhase }: LoanSummary): boolean =>
  loanPhase.category === 'LEAD' || loanPhase.category === 'ORIGINATION';

export function groupOf(loan: LoanSummary, now: Date): GroupName {
  if (loan.pinned) return 'Pinned';
  if (loan.closeDate === null) return 'No close date';
  const left = daysUntil(loan.closeDate, now);
  if (left < 0) return isRunning(loan) ? 'Past close date' : 'Closed';
  return left <= SOON_DAYS ? 'Closing in the next 30 days' : 'Later';
}

/** The list comes ordered by close date, so only the group of its last loan can still grow. */
export function groupLoans(loans: LoanSummary[], now: Date, hasMore: boolean): LoanGroup[] {
  const last = loans.at(-1);
  const growing = hasMore && last ? groupOf(last, now) : null;
  const grouped = Map.groupBy(loans, (loan) => groupOf(loan, now));
  return GROUPS.flatMap((name) => {
    const members = grouped.get(name);
    return members ? [{ name, loans: members, complete: name !== growing }] : [];
  });
}
