import { sql } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Columns } from '../../platform/db/schema.ts';

/** Read in the company's scope, also for visitors without a session: every column here is public. */
export async function findPortal(reads: Queries, companyId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .leftJoin('portal_settings as portal', 'portal.company_id', 'company.id')
      .select([
        'company.id',
        'company.name',
        'company.logo_version',
        'portal.brand_color',
        'portal.welcome',
        'portal.contact_name',
        'portal.contact_title',
        'portal.contact_phone',
        'portal.contact_email',
        'portal.apply_minutes',
        'portal.response_days',
        'portal.legal_line',
        'portal.loan_texts',
        'portal.version',
      ])
      .where('company.id', '=', companyId),
  );
  return row;
}
export type PortalRow = NonNullable<Awaited<ReturnType<typeof findPortal>>>;

/**
 * Columns that are missing or undefined do not change. Returns false if the version is outdated; nothing is saved then.
 * A company without a row has version 0.
 */
export async function savePortal(
  tx: Tx,
  { id: companyId }: Authorized<'edit', { id: string }>,
  version: number,
  change: Columns<'portal_settings'>,
): Promise<boolean> {
  const columns = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Columns<'portal_settings'>;
  const row = { ...columns, version: version + 1 };
  const rows = await tx.run(
    version === 0
      ? query
          .insertInto('portal_settings')
          .values({ ...row, company_id: companyId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('version')
      : query
          .updateTable('portal_settings')
          .set({ ...row, modified_at: sql<string>`now()` })
          .where('company_id', '=', companyId)
          .where('version', '=', version)
          .returning('version'),
  );
  return rows.length > 0;
}
