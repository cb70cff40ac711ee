/** Entities on loans, with their labels, and the company's other entities. */
import type { EntityKind, EntityLabel } from '@cairn/contract/entity-fields';
import { expressionBuilder, sql, type Expression, type SqlBool } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { visible, visibleEntities } from './store.ts';

function visibleOnLoan(actor: Actor): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'loan_entity'>();
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('loan_entity.company_id', '=', actor.companyId);
  return sql<boolean>`app.sees_loan_entity(
    loan_entity.company_id, loan_entity.loan_id, loan_entity.entity_id)`;
}

const entitiesOnLoans = (actor: Actor) =>
  visibleEntities(actor)
    .innerJoin('loan_entity', (join) =>
      join
        .onRef('loan_entity.company_id', '=', 'entity.company_id')
        .onRef('loan_entity.entity_id', '=', 'entity.id'),
    )
    .where(visibleOnLoan(actor))
    .select([
      'loan_entity.id as loan_entity_id',
      'loan_entity.loan_id',
      'loan_entity.labels',
      'loan_entity.template_id',
      'loan_entity.template_name',
      'loan_entity.customizations',
      'loan_entity.folder_id',
    ]);

/** In the order in which they were added. */
export async function entitiesOfLoan(
  reads: Queries,
  actor: Actor,
  loanId: string,
  only: { entityIds?: readonly string[]; loanEntityId?: string } = {},
) {
  let rows = entitiesOnLoans(actor)
    .where(sql<boolean>`loan_entity.company_id = (
      select l.company_id from loan l where l.id = ${loanId}::uuid)`)
    .where('loan_entity.loan_id', '=', loanId);
  if (only.entityIds) {
    rows = rows.where(sql<boolean>`entity.id = any(${only.entityIds}::uuid[])`);
  }
  if (only.loanEntityId) rows = rows.where('loan_entity.id', '=', only.loanEntityId);
  return reads.run(rows.orderBy('loan_entity.position'));
}
export type LoanEntityRow = Awaited<ReturnType<typeof entitiesOfLoan>>[number];

export interface NewLink {
  id: string;
  entityId: string;
  labels: readonly EntityLabel[];
}

/** Returns the new links. */
export async function linkEntities(
  tx: Tx,
  loan: { company_id: string; id: string },
  links: readonly NewLink[],
  actorId: string,
): Promise<string[]> {
  const rows = await tx.run(
    query
      .insertInto('loan_entity')
      .values(
        links.map(({ id, entityId, labels }) => ({
          company_id: loan.company_id,
          id,
          loan_id: loan.id,
          entity_id: entityId,
          labels: [...labels],
          template_id: null,
          template_name: null,
          folder_id: null,
          created_by: actorId,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'loan_id', 'entity_id']).doNothing(),
      )
      .returning('entity_id'),
  );
  return rows.map((row) => row.entity_id);
}

export async function saveFolders(
  tx: Tx,
  loan: { company_id: string; id: string },
  folders: ReadonlyMap<string, string>,
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_entity')
      .from(
        sql<{ entity_id: string; folder_id: string }>`unnest(
          ${[...folders.keys()]}::uuid[], ${[...folders.values()]}::uuid[])`.as<'folder'>(
          sql`folder(entity_id, folder_id)`,
        ),
      )
      .set({ folder_id: sql<string>`folder.folder_id` })
      .where('loan_entity.company_id', '=', loan.company_id)
      .where('loan_entity.loan_id', '=', loan.id)
      .where(sql<boolean>`loan_entity.entity_id = folder.entity_id`),
  );
}

export async function saveLabels(
  tx: Tx,
  row: { company_id: string; loan_entity_id: string },
  labels: readonly EntityLabel[],
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_entity')
      .set({ labels: [...labels], modified_at: sql`now()` })
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.loan_entity_id),
  );
}

/** The whole of them, as the locked row and the change make it. */
export async function saveCustomizations(
  tx: Tx,
  loan: Authorized<'manage', { company_id: string; id: string }>,
  loanEntityId: string,
  customizations: Record<string, string>,
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_entity')
      .set({
        customizations: sql`${JSON.stringify(customizations)}::jsonb`,
        modified_at: sql`now()`,
      })
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .where('id', '=', loanEntityId),
  );
}

/** Replaces the entity on the loan by another one; labels, template and folder stay. */
export async function replaceEntityOnLoan(
  tx: Tx,
  row: { company_id: string; loan_entity_id: string },
  entityId: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('loan_entity')
      .set({ entity_id: entityId, modified_at: sql`now()` })
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.loan_entity_id),
  );
}

export async function unlinkEntity(
  tx: Tx,
  row: { company_id: string; loan_entity_id: string },
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('loan_entity')
      .where('company_id', '=', row.company_id)
      .where('id', '=', row.loan_entity_id),
  );
}

/** The loans of an entity that the caller sees. */
export async function loansOf(
  tx: Tx,
  actor: Actor,
  companyId: string,
  entityIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.run(
    query
      .selectFrom('loan_entity')
      .where(visibleOnLoan(actor))
      .select('loan_id')
      .distinct()
      .where('company_id', '=', companyId)
      .where(sql<boolean>`entity_id = any(${entityIds}::uuid[])`)
      .orderBy('loan_id'),
  );
  return rows.map((row) => row.loan_id);
}

/** Entities that the caller sees and that are not on the loan, by name [R076]. */
export async function entitiesNotOn(
  reads: Queries,
  actor: Actor,
  loan: { company_id: string; id: string },
  filter: { q?: string | undefined; type?: EntityKind | undefined; limit: number },
) {
  let rows = query
    .selectFrom('entity')
    .where(visible(actor))
    .where('entity.company_id', '=', loan.company_id)
    .where(
      sql<boolean>`not exists (select from loan_entity le where le.company_id = entity.company_id
        and le.entity_id = entity.id and le.loan_id = ${loan.id}::uuid)`,
    )
    .select(['entity.id', 'entity.kind', 'entity.name'])
    .select(
      sql<number>`(select count(*)::int from loan_entity le
        where le.company_id = entity.company_id and le.entity_id = entity.id)`.as('loans'),
    );
  if (filter.q) {
    rows = rows.where(sql<boolean>`strpos(lower(entity.name), lower(${filter.q})) > 0`);
  }
  if (filter.type) rows = rows.where('entity.kind', '=', filter.type);
  return reads.run(
    rows
      .orderBy(sql`lower(entity.name)`)
      .orderBy('entity.id')
      .limit(filter.limit),
  );
}
