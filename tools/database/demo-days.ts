/** When the demo's documents are due and until when they hold, in days from today. */
import type { DemoLoan } from './demo-data.ts';

type Dated = Pick<DemoLoan, 'answered'> & Partial<Pick<DemoLoan, 'closesIn'>>;

const SOON = 30;

/**
 * Due dates before the loan closes, in the order of its package. Of a loan that closes soon everything is due, of the
 * others one document in eight, some of them already late; none of a loan whose documents are not
 * collected yet.
 */
export function dueIn({ closesIn, answered }: Dated, index: number, total: number) {
  if (closesIn === undefined || answered === 0) return undefined;
  if (closesIn < 0) return closesIn - 1;
  if (closesIn <= SOON) return Math.floor((closesIn * index) / total);
  return (closesIn + index) % 8 === 3 ? Math.floor((closesIn * index) / total) - 8 : undefined;
}

/** An insurance runs for a year, from some day of its own. */
export const expiresIn = (title: string, { closesIn = 0 }: Dated): number | undefined =>
  title === 'Certificate of insurance' ? 3 + ((Math.abs(closesIn) * 7) % 360) : undefined;
