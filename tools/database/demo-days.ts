/** When the demo's documents are due and until when they hold, in days from today. */
import type { DemoLoan } from './demo-data.ts';

type Dated = Pick<DemoLoan, 'answered'> & Partial<Pick<DemoLoan, 'closesIn'>>;

const SOON = 30;

/**
 * Before the loan closes, in the order of its package. Of one that closes soon everything is due, of the
 * others one document in eight, some of them already late; nothing of a loan whose documents nobody has
 * begun to collect.
 */
export function dueIn({ closesIn, answered }: Dated, index: number, wanted: number) {
  if (closesIn === undefined || answered === 0) return undefined;
  if (closesIn < 0) return closesIn - 1;
  if (closesIn <= SOON) return Math.floor((closesIn * index) / wanted);
  return (closesIn + index) % 8 === 3 ? Math.floor((closesIn * index) / wanted) - 8 : undefined;
}

/** An insurance runs for a year, from some day of its own. */
export const expiresIn = (title: string, { closesIn = 0 }: Dated): number | undefined =>
  title === 'Certificate of insurance' ? 3 + ((Math.abs(closesIn) * 7) % 360) : undefined;
