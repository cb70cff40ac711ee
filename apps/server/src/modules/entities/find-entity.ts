import type { EntityKind } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findEntity, type EntityRow } from './store.ts';

/** Throws NOT_FOUND for an entity that the caller may not see, or of another kind than the call's. */
export async function entitySeenBy(
  reads: Queries,
  actor: Actor,
  id: string,
  kinds?: readonly EntityKind[],
): Promise<EntityRow> {
  const row = await findEntity(reads, actor, id);
  if (!row || (kinds && !kinds.includes(row.kind))) throw new ApiError('NOT_FOUND');
  return row;
}
