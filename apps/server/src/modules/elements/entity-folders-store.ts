/** Folders of a loan's entities, one for each, directly below the root. */
import type { EntityKind } from '@cairn/contract/entity-fields';
import { sql } from 'kysely';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { newId } from '../../platform/ids.ts';
import { addElements, rootOf, type Package } from './add-elements-store.ts';

export interface EntityFolder {
  entityId: string;
  kind: EntityKind;
  title: string;
}

/**
 * Ensures that each entity has a folder in the root. An existing folder of the entity is reused, and restored if it
 * is in the trash. The caller holds the loan's lock, so that no folder is created twice. Returns folder ids by
 * entity.
 */
export async function addEntityFolders(
  tx: Tx,
  loanPackage: Package,
  entities: readonly EntityFolder[],
): Promise<Map<string, string>> {
  // Includes folders hidden from the caller, because an entity cannot have two.
  const existing = await tx.run(
    query
      .selectFrom(
        sql<{ id: string; entity_id: string; in_trash: boolean }>`app.folders_of_entities(
          ${loanPackage.companyId}, ${loanPackage.loanId})`.as('folder'),
      )
      .select(['folder.id', 'folder.entity_id', 'folder.in_trash']),
  );
  const byEntity = new Map(existing.map((row) => [row.entity_id, row]));
  const folders = entities.map((entity) => ({ ...entity, known: byEntity.get(entity.entityId) }));
  const missing = folders.filter((entity) => !entity.known);
  const folderIds = await addElements(
    tx,
    loanPackage,
    missing.map(({ entityId, kind, title }) => ({
      id: newId(),
      title,
      storageType: 'FOLDER',
      sherpaEntityId: entityId,
      sherpaEntityType: kind,
    })),
  );
  await putBack(
    tx,
    loanPackage,
    folders.flatMap((entity) => (entity.known?.in_trash ? entity.known.id : [])),
  );
  const added = new Map(missing.map(({ entityId }, index) => [entityId, folderIds[index]!]));
  return new Map(
    folders.map((entity) => [entity.entityId, entity.known?.id ?? added.get(entity.entityId)!]),
  );
}

/** Restores folders whose parents may be in the trash as well. */
async function putBack(tx: Tx, loanPackage: Package, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    query
      .updateTable('element')
      .set({
        deleted_at: null,
        deleted_by: null,
        parent_id: await rootOf(tx, loanPackage),
        version: sql`version + 1`,
      })
      .where('company_id', '=', loanPackage.companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  );
}

/** Renames folders that have the entity's old name. */
export async function renameEntityFolders(
  tx: Tx,
  entity: Authorized<string, { company_id: string; id: string }>,
  from: string,
  to: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('element')
      .set({ title: to, version: sql`version + 1`, modified_at: sql`now()` })
      .where('company_id', '=', entity.company_id)
      .where('sherpa_entity_id', '=', entity.id)
      .where('storage_type', '=', 'FOLDER')
      .where('title', '=', from),
  );
}

interface Named {
  id: string;
  name: string;
}

/** Moves one entity's elements on a loan to another entity. Renames its folder, unless a user had renamed it. */
export async function moveEntityElements(
  tx: Tx,
  { company_id, loan_id }: { company_id: string; loan_id: string },
  from: Named,
  to: Named,
): Promise<void> {
  await tx.run(
    query
      .updateTable('element')
      .set({
        sherpa_entity_id: to.id,
        title: sql`case when storage_type = 'FOLDER' and title = ${from.name} then ${to.name}
          else title end`,
      })
      .where('company_id', '=', company_id)
      .where('loan_id', '=', loan_id)
      .where('sherpa_entity_id', '=', from.id),
  );
}
