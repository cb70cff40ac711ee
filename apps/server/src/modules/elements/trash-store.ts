import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { query } from '../../platform/db/query.ts';
import { ApiError } from '../../platform/api-error.ts';
import { removeDocuments } from '../documents/index.ts';
import { elementPolicy } from './policy.ts';
import { pathUp, saveElement, saveElements, withinThem, type ElementRow } from './store.ts';

const refuseRoot = (elements: readonly ElementRow[]): void => {
  if (elements.some(({ parent_id }) => parent_id === null)) throw new ApiError('PACKAGE_STAYS');
};

/** Elements that are already in the trash are left unchanged, so that it stays known who trashed them and when. */
export async function trashElements(
  tx: Tx,
  actor: Actor,
  elements: readonly ElementRow[],
): Promise<void> {
  const authorized = elements.map((element) => authorize(elementPolicy, 'trash', actor, element));
  refuseRoot(authorized);
  const living = authorized.filter(({ deleted_at }) => deleted_at === null);
  for (const [companyId, rows] of Map.groupBy(living, ({ company_id }) => company_id)) {
    await saveElements(tx, companyId, rows, {
      deleted_at: sql`now()`,
      deleted_by: actor.accountId,
    });
  }
}

/** Restores elements to their folder, or to the nearest ancestor that is not in the trash. */
export async function restoreElements(
  tx: Tx,
  actor: Actor,
  elements: readonly ElementRow[],
): Promise<void> {
  const authorized = elements.map((element) => authorize(elementPolicy, 'trash', actor, element));
  if (authorized.some(({ deleted_at }) => deleted_at === null)) throw new ApiError('NOT_IN_TRASH');
  for (const element of authorized) {
    const parentId = await livingFolder(tx, element, authorized);
    await saveElement(tx, element, { deleted_at: null, deleted_by: null, parent_id: parentId });
  }
}

/** The nearest folder outside the trash; folders restored by the same call count. */
async function livingFolder(
  tx: Tx,
  element: Authorized<'trash', ElementRow>,
  together: readonly ElementRow[],
): Promise<string> {
  const way = await pathUp(tx, element.company_id, element.parent_id!);
  const restored = new Set(together.map(({ id }) => id));
  const above = way.map(({ id }) => id);
  const marked = await tx.run(
    query
      .selectFrom('element')
      .select('id')
      .where('company_id', '=', element.company_id)
      .where(sql<boolean>`id = any(${above}::uuid[])`)
      .where('deleted_at', 'is not', null),
  );
  const dead = new Set(marked.map(({ id }) => id).filter((id) => !restored.has(id)));
  const lowestLiving = above.findLastIndex((id) => dead.has(id)) + 1;
  return above[lowestLiving]!;
}

/** Permanently deletes the elements with everything inside. Returns how many were deleted. */
export async function removeElements(
  tx: Tx,
  actor: Actor,
  elements: readonly ElementRow[],
): Promise<string[]> {
  const authorized = elements.map((element) => authorize(elementPolicy, 'remove', actor, element));
  refuseRoot(authorized);
  if (authorized.some(({ in_trash }) => !in_trash)) throw new ApiError('NOT_IN_TRASH');
  const removedIds: string[] = [];
  for (const [companyId, ids] of byCompany(authorized)) {
    const within = (await withinThem(tx, companyId, ids)).map(({ id }) => id);
    const files = await documentsOf(tx, companyId, within);
    await tx.run(
      query
        .deleteFrom('element')
        .where('company_id', '=', companyId)
        .where(sql<boolean>`id = any(${within}::uuid[])`),
    );
    await removeDocuments(tx, companyId, files);
    removedIds.push(...within);
  }
  return [...new Set(removedIds)];
}

async function documentsOf(tx: Tx, companyId: string, ids: readonly string[]): Promise<string[]> {
  const standing = query
    .selectFrom('element')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('answer_document_id', 'is not', null)
    .select('answer_document_id as id');
  const past = query
    .selectFrom('past_answer')
    .where('company_id', '=', companyId)
    .where(sql<boolean>`element_id = any(${ids}::uuid[])`)
    .where('document_id', 'is not', null)
    .select('document_id as id');
  return (await tx.run(standing.union(past))).map((row) => row.id!);
}

const byCompany = (elements: readonly ElementRow[]): Map<string, string[]> =>
  new Map(
    [...Map.groupBy(elements, ({ company_id }) => company_id)].map(([companyId, rows]) => [
      companyId,
      rows.map(({ id }) => id),
    ]),
  );
