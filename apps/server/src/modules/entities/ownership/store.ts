import type { LoanType } from '@cairn/contract';
import type { EntityKind } from '@cairn/contract/entity-fields';
import { sql, type ExpressionBuilder } from 'kysely';
import type { Authorized } from '../../../platform/authorize.ts';
import type { Queries, Tx } from '../../../platform/db/db.ts';
import { query } from '../../../platform/db/query.ts';
import type { Schema } from '../../../platform/db/schema.ts';

export interface OwnershipRow {
  ownerId: string;
  ownerName: string;
  ownerKind: EntityKind;
  ownedId: string;
  ownedName: string;
  share: number;
  asOf: string | null;
}

/** How many levels of owners are followed. */
const DEPTH = 12;

/** All shares in these entities and, further up, in their owners. */
export async function sharesAbove(
  reads: Queries,
  companyId: string,
  entityIds: readonly string[],
): Promise<OwnershipRow[]> {
  return reads.run(
    query
      .withRecursive('above(owned_id, owner_id, depth)', (db) =>
        db
          .selectFrom('ownership')
          .select(['owned_id', 'owner_id', sql<number>`1`.as('depth')])
          .where('company_id', '=', companyId)
          .where(sql<boolean>`owned_id = any(${entityIds}::uuid[])`)
          .union(
            db
              .selectFrom('ownership')
              .innerJoin('above', 'above.owner_id', 'ownership.owned_id')
              .select([
                'ownership.owned_id',
                'ownership.owner_id',
                sql<number>`above.depth + 1`.as('depth'),
              ])
              .where('ownership.company_id', '=', companyId)
              .where('above.depth', '<', DEPTH),
          ),
      )
      .selectFrom('ownership')
      .innerJoin('entity as owner', (join) =>
        join
          .onRef('owner.company_id', '=', 'ownership.company_id')
          .onRef('owner.id', '=', 'ownership.owner_id'),
      )
      .innerJoin('entity as owned', (join) =>
        join
          .onRef('owned.company_id', '=', 'ownership.company_id')
          .onRef('owned.id', '=', 'ownership.owned_id'),
      )
      .select([
        'ownership.owner_id as ownerId',
        'owner.name as ownerName',
        'owner.kind as ownerKind',
        'ownership.owned_id as ownedId',
        'owned.name as ownedName',
        'ownership.share',
        'ownership.as_of as asOf',
      ])
      .where('ownership.company_id', '=', companyId)
      .where(
        sql<boolean>`(ownership.owned_id, ownership.owner_id) in (select owned_id, owner_id from above)`,
      )
      .orderBy('ownership.share', 'desc')
      .orderBy('owner.name'),
  );
}

/** Serializes changes of a company's shares, because a cycle can involve any of them. */
export async function lockShares(tx: Tx, companyId: string): Promise<void> {
  await tx.run(
    query.selectNoFrom(
      sql`pg_advisory_xact_lock(hashtextextended(${`ownership ${companyId}`}, 0))`.as('locked'),
    ),
  );
}

/** Owners that row security hides from the user: their shares must be kept. */
export async function hiddenShares(
  reads: Queries,
  companyId: string,
  ownedId: string,
): Promise<{ ownerId: string; ownedId: string; share: number }[]> {
  return reads.run(
    query
      .selectFrom('ownership')
      .select(['owner_id as ownerId', 'owned_id as ownedId', 'share'])
      .where('company_id', '=', companyId)
      .where('owned_id', '=', ownedId)
      .where((eb) => eb.not(ownerIsSeen(eb))),
  );
}

const ownerIsSeen = (eb: ExpressionBuilder<Schema, 'ownership'>) =>
  eb.exists(
    eb
      .selectFrom('entity')
      .whereRef('entity.company_id', '=', 'ownership.company_id')
      .whereRef('entity.id', '=', 'ownership.owner_id'),
  );

/** Replaces only the owners that the user sees. */
export async function replaceOwners(
  tx: Tx,
  { company_id, id: ownedId }: Authorized<'setOwners', { company_id: string; id: string }>,
  owners: readonly { ownerId: string; share: number; asOf: string | null }[],
  actorId: string,
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('ownership')
      .where('company_id', '=', company_id)
      .where('owned_id', '=', ownedId)
      .where(ownerIsSeen),
  );
  if (owners.length === 0) return;
  await tx.run(
    query.insertInto('ownership').values(
      owners.map(({ ownerId, share, asOf }) => ({
        company_id,
        owned_id: ownedId,
        owner_id: ownerId,
        share,
        as_of: asOf,
        created_by: actorId,
      })),
    ),
  );
}

export interface GuaranteeRule {
  id: string;
  threshold: number;
  reason: string;
  source: string;
  effective_from: string;
}

/** The currently valid rules for a type of loan. */
export async function rulesFor(reads: Queries, loanType: LoanType): Promise<GuaranteeRule[]> {
  return reads.run(
    query
      .selectFrom('guarantee_rule')
      .select(['id', 'threshold', 'reason', 'source', 'effective_from'])
      .where(sql<boolean>`${loanType} = any(loan_types)`)
      .where(
        sql<boolean>`effective_from <= current_date and (effective_to is null or effective_to > current_date)`,
      )
      .orderBy('threshold'),
  );
}
