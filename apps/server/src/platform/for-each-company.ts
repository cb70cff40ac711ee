/** Scheduled work, company by company. */
import { isUnavailable } from './db/pg-errors.ts';

/** More than so many are not companies that move, but a database that is away. */
const MAX_UNAVAILABLE = 3;

/**
 * Returns the sum. A company that takes no writes at present, because it moves to another cell, has its turn next time, and no
 * other one waits for it.
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
