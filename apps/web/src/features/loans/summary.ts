import type { LoanSummary, PhaseWithTotals } from '@cairn/contract';
import { daysUntil } from '../../lib/format/dates.ts';
import { formatMoneyShort } from '../../lib/format/money.ts';
import { formatCount } from '../../lib/format/numbers.ts';

const CLOSING_DAYS = 14;
const WORDS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

interface Loaded {
  loans: LoanSummary[];
  hasMore: boolean;
}

const isClosing = (loan: LoanSummary, now: Date): boolean => {
  if (loan.closeDate === null) return false;
  const left = daysUntil(loan.closeDate, now);
  return left >= 0 && left <= CLOSING_DAYS;
};

/** Counts the loans that close soon. Null until the list, which is sorted by close date, is loaded past that period. */
function closingSoon({ loans, hasMore }: Loaded, now: Date): number | null {
  const last = loans.at(-1)?.closeDate ?? null;
  const past = last !== null && daysUntil(last, now) > CLOSING_DAYS;
  if (hasMore && !past) return null;
  return loans.filter((loan) => isClosing(loan, now)).length;
}

function closingSentence(count: number): string {
  const verb = count === 1 ? 'closes' : 'close';
  return `${WORDS[count] ?? count} ${verb} in the next ${CLOSING_DAYS} days.`;
}

interface Totals {
  count: number;
  amount: number;
}

export const totalsOf = (phases: PhaseWithTotals[]): Totals => ({
  count: phases.reduce((sum, phase) => sum + (phase.loanCount ?? 0), 0),
  amount: phases.reduce((sum, phase) => sum + (phase.loanAmount ?? 0), 0),
});

const loadedTotals = ({ loans }: Loaded): Totals => ({
  count: loans.length,
  amount: loans.reduce((sum, loan) => sum + (loan.amount ?? 0), 0),
});

/**
 * For example: "38 loans, $64.2M requested. Three close in the next 14 days." Contains only facts that are known. The
 * totals come from the phases if they provide them, or else from the loans once all of them are loaded.
 */
export function pipelineSentence(
  savedTotals: Totals | null,
  loaded: Loaded | null,
  now: Date,
): string {
  const totals = savedTotals ?? (loaded && !loaded.hasMore ? loadedTotals(loaded) : null);
  if (totals === null) return '';
  const loans = totals.count === 1 ? '1 loan' : `${formatCount(totals.count)} loans`;
  const first = `${loans}, ${formatMoneyShort(totals.amount)} requested.`;
  const closing = loaded && closingSoon(loaded, now);
  return closing ? `${first} ${closingSentence(closing)}` : first;
}
