import { sql } from 'kysely';
import type { Queries } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { PackageRow } from './store.ts';

/** The companies with four-eyes approval, including those that turned it off less than a day ago. */
export async function asksForFourEyes(
  tx: Queries,
  packages: readonly Pick<PackageRow, 'company_id'>[],
): Promise<Set<string>> {
  if (packages.length === 0) return new Set();
  const rows = await tx.run(
    query
      .selectFrom('company')
      .where('id', 'in', [...new Set(packages.map(({ company_id }) => company_id))])
      .where(sql<boolean>`(four_eyes_approval or four_eyes_until > now())`)
      .select('id'),
  );
  return new Set(rows.map(({ id }) => id));
}
