/** The lock that an office server holds on a document while people edit it. */
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

/** The duration that WOPI prescribes. */
const LOCK_MINUTES = 30;

interface Place {
  readonly company_id: string;
  readonly id: string;
}

export interface OfficeLock {
  readonly lock: string;
  /** The version that the lock's holder has. */
  readonly version: number;
}

export async function findOfficeLock(
  reads: Queries,
  { company_id, id }: Place,
): Promise<OfficeLock | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .where('office_lock_ends', '>', sql<string>`now()`)
      .select([
        sql<string>`office_lock`.as('lock'),
        sql<number>`office_lock_version`.as('version'),
      ]),
  );
  return row;
}

/** The caller must have locked the document in this transaction: see lockDocument. */
export async function saveOfficeLock(
  tx: Tx,
  { company_id, id }: Place,
  lock: OfficeLock | null,
): Promise<void> {
  await tx.run(
    query
      .updateTable('document')
      .set({
        office_lock: lock?.lock ?? null,
        office_lock_version: lock?.version ?? null,
        office_lock_ends: lock
          ? sql<string>`now() + make_interval(mins => ${sql.lit(LOCK_MINUTES)})`
          : null,
      })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

/** The name under which other editors see the caller. */
export const nameOf = ({ accountId }: Actor) =>
  query
    .selectFrom('account')
    .where('id', '=', accountId)
    .select(
      sql<string>`coalesce(nullif(concat_ws(' ', given_name, family_name), ''), email_address)`.as(
        'name',
      ),
    );
