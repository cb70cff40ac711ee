/** Due dates and expiration dates of the demo's documents, in days from today. */
import type { DemoLoan } from './demo-data.ts';

type Dated = Pick<DemoLoan, 'answered'> & Partial<Pick<DemoLoan, 'closesIn'>>;

const SOON = 30;

/**
 * Due dates are before the loan's closing date, in the order of the package. On a loan that closes soon, every request
 * has a due date; on other loans, one request in eight, some of them overdue; none on a loan for which no documents are
 * collected yet.
 */
export function dueIn({ closesIn, answered }: Dated, index: number, total: number) {
  if (closesIn === undefined || answered === 0) return undefined;
  if (closesIn < 0) return closesIn - 1;
  if (closesIn <= SOON) return Math.floor((closesIn * index) / total);
  return (closesIn + index) % 8 === 3 ? Math.floor((closesIn * index) / total) - 8 : undefined;
}

/** An insurance certificate expires within a year, on a different day for each loan. */
export const expiresIn = (title: string, { closesIn = 0 }: Dated): number | undefined =>
  title === 'Certificate of insurance' ? 3 + ((Math.abs(closesIn) * 7) % 360) : undefined;
