import { type Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import { findDocument, type DocumentRow } from './store.ts';

export async function findVisibleDocument(
  reads: Queries,
  actor: Actor,
  id: string,
): Promise<DocumentRow> {
  const document = await findDocument(reads, actor, id);
  if (!document) throw new ApiError('NOT_FOUND');
  return document;
}
