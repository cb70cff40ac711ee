import type { LoanSummary, Phase, PhaseWithTotals } from '@cairn/contract';
import { insertByDate, type LoanPage, withoutLoan } from './loanPages.ts';

export type Target = Pick<Phase, 'id' | 'name' | 'category' | 'displayOrder'>;

/** What a list was asked for, as far as it matters to a move. */
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

/** Where the keyboard is, or goes to: a card is in one column, and a moment later in another. */
export interface Place {
  loanId: string;
  phaseId: string;
}

/** The first card of the board, as J goes to the first loan of the list. */
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

/** The loan as it will be there. */
const inPhase = (loan: LoanSummary, phase: Target, at: Date): LoanSummary => ({
  ...loan,
  loanPhase: { ...phase, lenderId: loan.loanPhase.lenderId },
  phaseEnteredDate: at.toISOString(),
  lastModifiedDate: at.toISOString(),
});

/** The loaded pages of one list as they will be once the server has moved this loan. */
export function withMoved(
  filter: ListFilter,
  pages: LoanPage[],
  loan: LoanSummary,
  phase: Target,
  at: Date,
): LoanPage[] {
  const moved = inPhase(loan, phase, at);
  // A move is activity.
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

/** The totals of the phases, with this loan gone from one and come to another. */
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
