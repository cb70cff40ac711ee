import { sql } from 'kysely';
import type { LicenseSide } from '@cairn/contract/drivers-license-terms';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Sealed } from '../../platform/company-keys.ts';

interface EntityRef {
  readonly company_id: string;
  readonly id: string;
}

const licenses = ({ company_id, id }: EntityRef) =>
  query
    .selectFrom('drivers_license as license')
    .where('license.company_id', '=', company_id)
    .where('license.entity_id', '=', id);

/** Returns the license with the state of both pictures. */
export async function findLicense(reads: Queries, entity: EntityRef) {
  const [row] = await reads.run(
    licenses(entity)
      .leftJoin('document as front', (join) =>
        join
          .onRef('front.company_id', '=', 'license.company_id')
          .onRef('front.id', '=', 'license.front_document_id'),
      )
      .leftJoin('document as back', (join) =>
        join
          .onRef('back.company_id', '=', 'license.company_id')
          .onRef('back.id', '=', 'license.back_document_id'),
      )
      .select([
        'license.version',
        'license.sealed',
        'license.key_generation',
        'front.id as front_id',
        'front.name as front_name',
        'front.virus_scan_state as front_state',
        'front.scan_reason as front_reason',
        'back.id as back_id',
        'back.name as back_name',
        'back.virus_scan_state as back_state',
        'back.scan_reason as back_reason',
      ]),
  );
  return row;
}
export type LicenseRow = NonNullable<Awaited<ReturnType<typeof findLicense>>>;

/** Creates the license if it does not exist, and locks it, so that concurrent changes are serialized. */
export async function lockLicense(tx: Tx, entity: EntityRef) {
  await tx.run(
    query
      .insertInto('drivers_license')
      .values({ company_id: entity.company_id, entity_id: entity.id })
      .onConflict((conflict) => conflict.columns(['company_id', 'entity_id']).doNothing()),
  );
  const [row] = await tx.run(
    licenses(entity)
      .select(['license.version', 'license.front_document_id', 'license.back_document_id'])
      .forUpdate('license'),
  );
  return row!;
}

export const saveLicenseSide = (
  tx: Tx,
  { company_id, id }: Authorized<'edit', EntityRef>,
  side: LicenseSide,
  documentId: string | null,
  by: string,
) =>
  tx.run(
    query
      .updateTable('drivers_license')
      .set({
        [side === 'front' ? 'front_document_id' : 'back_document_id']: documentId,
        modified_at: sql`now()`,
        modified_by: by,
      })
      .where('company_id', '=', company_id)
      .where('entity_id', '=', id),
  );

export const saveContent = (
  tx: Tx,
  { company_id, id }: Authorized<'edit', EntityRef>,
  { version, sealed, by }: { version: number; sealed: Sealed; by: string },
) =>
  tx.run(
    query
      .updateTable('drivers_license')
      .set({
        version,
        sealed: sealed.sealed,
        key_generation: sealed.generation,
        modified_at: sql`now()`,
        modified_by: by,
      })
      .where('company_id', '=', company_id)
      .where('entity_id', '=', id),
  );

/** True if a document is a picture of a license already, or is or was the answer to a request. */
export async function isInUse(reads: Queries, companyId: string, documentId: string) {
  const [row] = await reads.run(
    query.selectNoFrom(
      sql<boolean>`exists (select from drivers_license l where l.company_id = ${companyId}::uuid
          and (l.front_document_id = ${documentId}::uuid or l.back_document_id = ${documentId}::uuid))
        or exists (select from element e where e.company_id = ${companyId}::uuid
          and e.answer_document_id = ${documentId}::uuid)
        or exists (select from past_answer p where p.company_id = ${companyId}::uuid
          and p.document_id = ${documentId}::uuid)
        or exists (select from shoebox_item i where i.company_id = ${companyId}::uuid
          and i.document_id = ${documentId}::uuid)`.as('used'),
    ),
  );
  return row!.used;
}
