import type { LoanSummary } from '@cairn/contract';
import type { Reply } from '../../lib/client.ts';

export type LoanPage = Reply<'viewLoans'>;

const without = (loans: LoanSummary[], id: string) => loans.filter((loan) => loan.id !== id);

/** Loans without a close date come last. */
const closesBefore = (one: LoanSummary, other: LoanSummary): boolean =>
  (one.closeDate ?? '9999') < (other.closeDate ?? '9999');

export function insertByDate(pages: LoanPage[], loan: LoanSummary): LoanPage[] {
  const at = pages.findIndex((page) => page.loans.some((other) => closesBefore(loan, other)));
  const target = at === -1 ? pages.length - 1 : at;
  return pages.map((page, index) => {
    if (index !== target) return page;
    const place = page.loans.findIndex((other) => closesBefore(loan, other));
    const loans = page.loans.toSpliced(place === -1 ? page.loans.length : place, 0, loan);
    return { ...page, loans };
  });
}

export const withoutLoan = (pages: LoanPage[], id: string): LoanPage[] =>
  pages.map((page) => ({
    ...page,
    pinned: without(page.pinned, id),
    loans: without(page.loans, id),
  }));

/** Updates the loaded pages to the expected result of pinning or unpinning the loan. */
export function withPin(pages: LoanPage[], id: string, pinned: boolean): LoanPage[] {
  const current = pages
    .flatMap((page) => [...page.pinned, ...page.loans])
    .find((loan) => loan.id === id);
  if (!current) return pages;
  const rest = withoutLoan(pages, id);
  const loan = { ...current, pinned };
  if (!pinned) return insertByDate(rest, loan);
  return rest.map((page, index) =>
    index === 0 ? { ...page, pinned: [...page.pinned, loan] } : page,
  );
}
