/**
 * An authorized change of one entity: locks it, compares the version that the caller saw, and records it on the
 * entity's loans.
 */
import type { EntityKind } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError } from '../../platform/api-error.ts';
import { changeInformation, recordOnLoans } from './change-entities.ts';
import { checkEntityInformation, mergeInformation } from './information.ts';
import { entityPolicy } from './policy.ts';
import { findEntity, lockEntities, type EntityRow } from './store.ts';

export const BUSINESS_KINDS: readonly EntityKind[] = ['COMPANY', 'TRUST'];

/** Locks the entity until the commit: a second change of the same version waits and gets a conflict. */
export async function entityToEdit(
  tx: Tx,
  actor: Actor,
  id: string,
  version?: number,
  kinds?: readonly EntityKind[],
) {
  const [row] = await lockEntities(tx, actor, [id]);
  if (!row || (kinds && !kinds.includes(row.kind))) throw new ApiError('NOT_FOUND');
  const entity = authorize(entityPolicy, 'edit', actor, row);
  if (version !== undefined && version !== entity.version) throw new ApiError('CONFLICT');
  return entity;
}

interface Change {
  version?: number;
  information: Record<string, unknown>;
}

export async function changeEntity(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  id: string,
  { version, information }: Change,
  kinds: readonly EntityKind[],
  path = 'information',
): Promise<EntityRow> {
  const row = await entityToEdit(tx, actor, id, version, kinds);
  const change = checkEntityInformation(row.kind, information, 'change', path);
  const fields = await changeInformation(tx, keys, actor, row, (current) =>
    mergeInformation(current, change),
  );
  if (fields.length > 0) {
    await recordOnLoans(tx, actor, row.company_id, [row.id], {
      kind: 'entity.changed',
      detail: { entityId: row.id, fields },
    });
  }
  return (await findEntity(tx, actor, row.id))!;
}
