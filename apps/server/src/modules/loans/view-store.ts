import { sql, type Insertable, type Updateable } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** The owner of a view: a user in their role at one company. */
export interface Keeper {
  readonly companyId: string;
  readonly accountId: string;
}

const viewsKeptBy = ({ companyId, accountId }: Keeper) =>
  query
    .selectFrom('loan_view')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('account_id', '=', accountId);

export const listViews = (keeper: Keeper) => viewsKeptBy(keeper).orderBy(sql`lower(name)`);

export async function lockView(tx: Tx, keeper: Keeper, id: string) {
  const [row] = await tx.run(viewsKeptBy(keeper).where('id', '=', id).forUpdate());
  return row;
}
export type ViewRow = NonNullable<Awaited<ReturnType<typeof lockView>>>;

export async function countViews(reads: Queries, { companyId, accountId }: Keeper) {
  const [row] = await reads.run(
    query
      .selectFrom('loan_view')
      .select((eb) => eb.fn.countAll<number>().as('kept'))
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId),
  );
  return row!.kept;
}

export async function knowsPhases(
  reads: Queries,
  companyId: string,
  ids: readonly string[],
): Promise<boolean> {
  const phases = await reads.run(
    query
      .selectFrom('phase')
      .select('id')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  );
  return phases.length === new Set(ids).size;
}

export async function insertView(tx: Tx, view: Insertable<Schema['loan_view']>): Promise<void> {
  await tx.run(query.insertInto('loan_view').values(view));
}

export async function updateView(
  tx: Tx,
  { companyId, accountId }: Keeper,
  id: string,
  columns: Updateable<Schema['loan_view']>,
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_view')
      .set(columns)
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .where('id', '=', id),
  );
}

export async function deleteView(tx: Tx, { companyId, accountId }: Keeper, id: string) {
  await tx.run(
    query
      .deleteFrom('loan_view')
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId)
      .where('id', '=', id),
  );
}
