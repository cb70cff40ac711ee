import type { EntityKind } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findEntity, type EntityRow } from './store.ts';

/** What the caller may not see, or what is of another kind than the call, is not there. */
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
