import type { PhaseCategory } from '@cairn/contract';
import { sql, type RawBuilder } from 'kysely';
import { loansOfOfficers } from '../loans/index.ts';

export interface FoundFilter {
  readonly category?: PhaseCategory[] | undefined;
  readonly officerId?: string[] | undefined;
  readonly modifiedSince?: string | undefined;
}

export const isFiltered = (filter: FoundFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined);

/** Every kind is read together with its loan; `modified` is the column with the date of the result. */
export function isLeft(filter: FoundFilter, modified: string): RawBuilder<boolean> {
  const { category, officerId, modifiedSince } = filter;
  return sql<boolean>`(${sql.join(
    [
      sql`true`,
      ...(category ? [sql`loan.phase_category = any(${category}::text[])`] : []),
      ...(officerId ? [sql`loan.id = any(array(${loansOfOfficers(officerId)}))`] : []),
      ...(modifiedSince === undefined
        ? []
        : [sql`${sql.ref(modified)} >= ${modifiedSince}::timestamptz`]),
    ],
    sql` and `,
  )})`;
}
