import type { SavedReply } from '@cairn/contract';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { CompanyRow } from '../companies/index.ts';

type ToEdit = Authorized<'edit', CompanyRow>;

/** The caller must have checked that the company is visible. */
export const repliesOf = (companyId: string) =>
  query
    .selectFrom('saved_reply')
    .select(['id', 'title', 'body'])
    .where('company_id', '=', companyId)
    .orderBy(sql`lower(title)`)
    .orderBy('id');

/** Serializes, so that two writers cannot exceed the limit together. */
export async function countReplies(tx: Tx, company: ToEdit): Promise<number> {
  const key = sql`hashtextextended('saved replies ' || ${company.id}::text, 0)`;
  await tx.run(query.selectNoFrom(sql`pg_advisory_xact_lock(${key})`.as('locked')));
  const [row] = await tx.run(
    query
      .selectFrom('saved_reply')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('company_id', '=', company.id),
  );
  return row!.count;
}

export async function insertReply(
  tx: Tx,
  actor: Actor,
  company: ToEdit,
  reply: SavedReply,
): Promise<void> {
  await tx.run(
    query
      .insertInto('saved_reply')
      .values({ company_id: company.id, ...reply, modified_by: actor.accountId }),
  );
}

/** Returns undefined if the company has no such reply, or no longer. */
export async function updateReply(
  tx: Tx,
  actor: Actor,
  company: ToEdit,
  { id, title, body }: SavedReply,
): Promise<SavedReply | undefined> {
  const [row] = await tx.run(
    query
      .updateTable('saved_reply')
      .set({ title, body, modified_by: actor.accountId, modified_at: sql<string>`now()` })
      .where('company_id', '=', company.id)
      .where('id', '=', id)
      .returning(['id', 'title', 'body']),
  );
  return row;
}

/** Returns undefined if the company has no such reply, or no longer. */
export async function deleteReply(
  tx: Tx,
  company: ToEdit,
  id: string,
): Promise<SavedReply | undefined> {
  const [row] = await tx.run(
    query
      .deleteFrom('saved_reply')
      .where('company_id', '=', company.id)
      .where('id', '=', id)
      .returning(['id', 'title', 'body']),
  );
  return row;
}
