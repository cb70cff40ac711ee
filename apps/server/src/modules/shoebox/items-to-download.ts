/** Shoebox files for a download: only those that the caller may handle. */
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import { authorize } from '../../platform/authorize.ts';
import type { Queries } from '../../platform/db/db.ts';
import { itemPolicy } from './policy.ts';
import { loansOf } from './read-items.ts';
import { waitingItems } from './store.ts';

/** In order of their ids. Items that are filed, trashed or not visible are left out. */
export async function findItemsToDownload(reads: Queries, actor: Actor, ids: readonly string[]) {
  const rows = await reads.run(waitingItems(actor, ids));
  const loans = await loansOf(reads, actor, rows);
  return rows.map((row) => {
    const loan = row.loan_id === null ? undefined : loans.get(row.loan_id);
    return { ...row, standing: loan ?? null, loan_name: loan?.name ?? null };
  });
}

type DownloadItem = Awaited<ReturnType<typeof findItemsToDownload>>[number];

/** Throws if one of the ids is missing or the caller may not handle it. */
export function authorizeItems(
  actor: Actor,
  items: readonly DownloadItem[],
  ids: readonly string[],
) {
  const uniqueIds = new Set(ids);
  const rows = items.filter(({ id }) => uniqueIds.has(id));
  if (rows.length < uniqueIds.size) throw new ApiError('NOT_FOUND');
  return rows.map((row) => authorize(itemPolicy, 'handle', actor, row));
}
