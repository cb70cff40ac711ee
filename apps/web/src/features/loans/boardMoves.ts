import type { LoanSummary, Phase, PhaseWithTotals } from '@cairn/contract';
import { insertByDate, type LoanPage, withoutLoan } from './loanPages.ts';

export type Target = Pick<Phase, 'id' | 'name' | 'category' | 'displayOrder'>;

/** The query parameters of a cached list that determine whether a moved loan belongs to it. */
export interface ListFilter {
  category?: string | undefined;
  phaseId?: unknown;
  modifiedSince?: string | undefined;
  unmodifiedSince?: string | undefined;
}

const takes = ({ category, phaseId }: ListFilter, phase: Target): boolean => {
  const ids = Array.isArray(phaseId) ? (phaseId as string[]) : [];
  if (ids.length > 0) return ids.includes(phase.id);
  return category === undefined || category === phase.category;
};

const replace = (pages: LoanPage[], loan: LoanSummary): LoanPage[] =>
  pages.map((page) => ({
    ...page,
    pinned: page.pinned.map((each) => (each.id === loan.id ? loan : each)),
    loans: page.loans.map((each) => (each.id === loan.id ? loan : each)),
  }));

const isIn = (pages: LoanPage[], id: string): boolean =>
  pages.some((page) => [...page.pinned, ...page.loans].some((loan) => loan.id === id));

/** The card with the keyboard focus. The phase is part of it because a moved card changes its column. */
export interface Place {
  loanId: string;
  phaseId: string;
}

/** The first card of the board, which the J key focuses. */
export function firstPlace(
  columns: readonly { id: string }[],
  loansIn: (phaseId: string) => readonly { id: string }[],
): Place | undefined {
  for (const { id: phaseId } of columns) {
    const [first] = loansIn(phaseId);
    if (first) return { loanId: first.id, phaseId };
  }
  return undefined;
}

/** The loan after the move. */
const inPhase = (loan: LoanSummary, phase: Target, at: Date): LoanSummary => ({
  ...loan,
  loanPhase: { ...phase, lenderId: loan.loanPhase.lenderId },
  phaseEnteredDate: at.toISOString(),
  lastModifiedDate: at.toISOString(),
});

/** Updates the loaded pages of one list to the expected result of the move. */
export function withMoved(
  filter: ListFilter,
  pages: LoanPage[],
  loan: LoanSummary,
  phase: Target,
  at: Date,
): LoanPage[] {
  const moved = inPhase(loan, phase, at);
  // A move counts as activity, so the loan leaves every list of loans without recent activity.
  const leaves = filter.unmodifiedSince !== undefined || !takes(filter, phase);
  if (leaves) return withoutLoan(pages, loan.id);
  if (isIn(pages, loan.id)) return replace(pages, moved);
  if (moved.pinned || filter.modifiedSince !== undefined) return first(pages, moved);
  return insertByDate(pages, moved);
}

const first = (pages: LoanPage[], loan: LoanSummary): LoanPage[] =>
  pages.map((page, index) => {
    if (index > 0) return page;
    return loan.pinned
      ? { ...page, pinned: [loan, ...page.pinned] }
      : { ...page, loans: [loan, ...page.loans] };
  });

/** Updates the totals of the phase that the loan leaves and of the phase that it enters. */
export const withTotalsMoved = (
  phases: PhaseWithTotals[],
  loan: LoanSummary,
  to: string,
): PhaseWithTotals[] =>
  phases.map((phase) => {
    const by = (phase.id === to ? 1 : 0) - (phase.id === loan.loanPhase.id ? 1 : 0);
    if (by === 0 || phase.loanCount === null) return phase;
    return {
      ...phase,
      loanCount: phase.loanCount + by,
      loanAmount: (phase.loanAmount ?? 0) + by * (loan.amount ?? 0),
    };
  });
