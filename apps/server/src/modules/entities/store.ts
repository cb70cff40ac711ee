import type { LoanRole, OwnApplicationRoles } from '@cairn/contract';
import type { EntityKind, Information } from '@cairn/contract/entity-fields';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

/** Staff see their company's entities; others those that their roles on loans show them (app.sees_entity). */
export const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'entity'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('entity.company_id', '=', actor.companyId);
  return sql<boolean>`app.sees_entity(entity.company_id, entity.id, entity.account_id)`;
};

const ownsCompany = ({ accountId }: Actor) => sql<boolean>`exists (
  select from employee e where e.company_id = entity.company_id
    and e.account_id = ${accountId}::uuid and e.level = 'OWNER')`;
/** The caller's roles on any of the entity's loans. */
const myRoles = ({ accountId, roleLevel }: Actor) => sql<LoanRole[]>`array(
  select distinct r.role from loan_entity le
  join loan_role r on r.company_id = le.company_id and r.loan_id = le.loan_id
  where le.company_id = entity.company_id and le.entity_id = entity.id
    and r.account_id = ${accountId}::uuid and app.level_of(r.role) = ${roleLevel})`;

/** The base of every query of entities, with the newest information and its author. */
export const visibleEntities = (actor: Actor) =>
  query
    .selectFrom('entity')
    .where(visible(actor))
    .innerJoin('entity_information as information', (join) =>
      join
        .onRef('information.company_id', '=', 'entity.company_id')
        .onRef('information.entity_id', '=', 'entity.id')
        .onRef('information.version', '=', 'entity.version'),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'entity.company_id')
        .onRef('person.account_id', '=', 'entity.modified_by'),
    )
    .select([
      'entity.company_id',
      'entity.id',
      'entity.kind',
      'entity.name',
      'entity.account_id',
      'entity.version',
      'entity.owners_version',
      'entity.modified_at',
      'information.fields',
      'information.sealed',
      'information.key_generation',
      'person.account_id as by_id',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ])
    .select([myRoles(actor).as('my_roles'), ownsCompany(actor).as('owns_company')]);

export async function findEntity(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(visibleEntities(actor).where('entity.id', '=', id));
  return row;
}
export type EntityRow = NonNullable<Awaited<ReturnType<typeof findEntity>>>;

/** What the company changed of the roles that applicants choose from. */
export async function ownApplicationRoles(
  reads: Queries,
  companyId: string,
): Promise<OwnApplicationRoles> {
  const [row] = await reads.run(
    query.selectFrom('company').select('application_roles').where('id', '=', companyId),
  );
  return row?.application_roles ?? {};
}

/**
 * Locks entities in order of their ids, to avoid deadlocks, and reads them after the lock, because the awaited
 * transaction may have changed them.
 */
export async function lockEntities(tx: Tx, actor: Actor, ids: readonly string[]) {
  const isNamed = sql<boolean>`entity.id = any(${ids}::uuid[])`;
  await tx.run(
    query
      .selectFrom('entity')
      .where(visible(actor))
      .where(isNamed)
      .select('entity.id')
      .orderBy('entity.id')
      .forUpdate(),
  );
  return tx.run(visibleEntities(actor).where(isNamed).orderBy('entity.id'));
}

export async function findIndividual(
  reads: Queries,
  actor: Actor,
  accountId: string,
  companyId: string | undefined,
) {
  let entities = visibleEntities(actor).where('entity.account_id', '=', accountId);
  if (companyId !== undefined) entities = entities.where('entity.company_id', '=', companyId);
  const [row] = await reads.run(entities.orderBy('entity.modified_at', 'desc').limit(1));
  return row;
}

/**
 * The individual of a person at a company, even if the caller does not see it yet: there is only one, so concurrent
 * creations are serialized.
 */
export async function individualOf(tx: Tx, companyId: string, accountId: string) {
  await tx.run(
    query.selectNoFrom(
      sql`pg_advisory_xact_lock(hashtextextended(${`individual ${companyId} ${accountId}`}, 0))`.as(
        'locked',
      ),
    ),
  );
  const [row] = await tx.run(
    query
      .selectFrom(
        sql<{ id: string; name: string }>`app.individual_of(
          ${companyId}::uuid, ${accountId}::uuid)`.as<'individual'>(sql`individual(id, name)`),
      )
      .select(['individual.id', 'individual.name']),
  );
  return row;
}

/** Links the loan's individual that the lender entered with the person's address to their account. */
export async function claimIndividual(
  tx: Tx,
  loan: { company_id: string; id: string },
  accountId: string,
) {
  const [row] = await tx.run(
    query
      .selectFrom(
        sql<{ id: string; name: string }>`app.claim_individual(
          ${loan.company_id}::uuid, ${loan.id}::uuid, ${accountId}::uuid)`.as<'claimed'>(
          sql`claimed(id, name)`,
        ),
      )
      .select(['claimed.id', 'claimed.name']),
  );
  return row;
}

// Writing -----------------------------------------------------------------------------------------------

export interface NewVersion {
  companyId: string;
  entityId: string;
  version: number;
  fields: Information;
  sealed: { sealed: Buffer; generation: number } | null;
  changed: readonly string[];
  restoredFrom: number | null;
  actorId: string;
}
export interface NewEntity {
  companyId: string;
  id: string;
  kind: EntityKind;
  name: string;
  accountId: string | null;
  actorId: string;
}

export async function insertEntities(tx: Tx, rows: readonly NewEntity[]): Promise<void> {
  await tx.run(
    query.insertInto('entity').values(
      rows.map((row) => ({
        company_id: row.companyId,
        id: row.id,
        kind: row.kind,
        name: row.name,
        account_id: row.accountId,
        created_by: row.actorId,
        modified_by: row.actorId,
      })),
    ),
  );
}

export async function insertVersions(tx: Tx, rows: readonly NewVersion[]): Promise<void> {
  await tx.run(
    query.insertInto('entity_information').values(
      rows.map((row) => ({
        company_id: row.companyId,
        entity_id: row.entityId,
        version: row.version,
        fields: JSON.stringify(row.fields),
        sealed: row.sealed?.sealed ?? null,
        key_generation: row.sealed?.generation ?? null,
        changed: [...row.changed],
        restored_from: row.restoredFrom,
        created_by: row.actorId,
      })),
    ),
  );
}

export async function saveEntity(
  tx: Tx,
  { company_id, id }: Authorized<string, { company_id: string; id: string }>,
  columns: { version?: number; name?: string; owners_version?: number },
  actorId: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('entity')
      .set({ ...columns, modified_at: sql`now()`, modified_by: actorId })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

/** A person in the company's directory. */
export async function findPerson(reads: Queries, companyId: string, accountId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('person')
      .select(['account_id', 'given_name', 'family_name', 'email_address'])
      .where('company_id', '=', companyId)
      .where('account_id', '=', accountId),
  );
  return row;
}

/** Versions of an entity that the caller sees, newest first. */
export async function versionsOf(
  reads: Queries,
  { company_id, id }: EntityRow,
  range: { before?: number | undefined; only?: number; limit: number },
) {
  let versions = query
    .selectFrom('entity_information as information')
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'information.company_id')
        .onRef('person.account_id', '=', 'information.created_by'),
    )
    .where('information.company_id', '=', company_id)
    .where('information.entity_id', '=', id)
    .select([
      'information.version',
      'information.fields',
      'information.sealed',
      'information.key_generation',
      'information.changed',
      'information.restored_from',
      'information.created_at',
      'person.account_id as by_id',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ]);
  if (range.before !== undefined)
    versions = versions.where('information.version', '<', range.before);
  if (range.only !== undefined) versions = versions.where('information.version', '=', range.only);
  return reads.run(versions.orderBy('information.version', 'desc').limit(range.limit));
}

/** Links the individual to this user, unless it is linked already. */
export async function assignEntityToAccount(
  tx: Tx,
  companyId: string,
  entityId: string,
  accountId: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('entity')
      .set({ account_id: accountId, modified_at: sql`now()`, modified_by: accountId })
      .where('company_id', '=', companyId)
      .where('id', '=', entityId)
      .where('account_id', 'is', null),
  );
}
