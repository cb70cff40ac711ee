/** Runs scheduled work company by company. */
import { isUnavailable } from './db/pg-errors.ts';

/** With more failures than this, the database is unavailable rather than a few companies moving. */
const MAX_UNAVAILABLE = 3;

/**
 * Returns the sum of results. A company that accepts no writes, because it is moving to another cell, is skipped
 * until the next run and does not hold up the others.
 */
export async function forEachCompany(
  companyIds: Iterable<string>,
  work: (companyId: string) => Promise<number>,
): Promise<number> {
  let sum = 0;
  let unavailable = 0;
  for (const companyId of companyIds) {
    try {
      sum += await work(companyId);
    } catch (error) {
      unavailable += 1;
      if (!isUnavailable(error) || unavailable > MAX_UNAVAILABLE) throw error;
    }
  }
  return sum;
}
