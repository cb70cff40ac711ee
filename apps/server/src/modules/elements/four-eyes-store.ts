import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { PackageRow } from './store.ts';

/** The companies that let nobody approve what they brought themselves. */
export async function asksForFourEyes(
  tx: Tx,
  packages: readonly Pick<PackageRow, 'company_id'>[],
): Promise<Set<string>> {
  const rows = await tx.run(
    query
      .selectFrom('company')
      .where('id', 'in', [...new Set(packages.map(({ company_id }) => company_id))])
      .where('four_eyes_approval', '=', true)
      .select('id'),
  );
  return new Set(rows.map(({ id }) => id));
}
