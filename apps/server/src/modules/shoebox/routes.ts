import { shoebox } from '@cairn/contract/shoebox';
import type { Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/handler.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError } from '../../platform/api-error.ts';
import { readCursor, writeCursor } from '../../platform/cursors.ts';
import { removeDocuments } from '../documents/index.ts';
import { addItem, changeItems, lockItems, unfileItems } from './change-items.ts';
import { findExistingDocuments } from './find-existing.ts';
import { itemPolicy } from './policy.ts';
import { itemSeenBy, itemsNow, loanItems, presentItems } from './read-items.ts';
import { recordItems } from './record-item-events.ts';
import { countItems, deleteItems, newestItemsFor, restoreItems, trashItems } from './store.ts';

export const shoeboxRoutes = () =>
  routes(shoebox, {
    listLenderShoebox: async ({ actor, query, reads }) => {
      const { cursor, limit, ...filter } = query;
      const after = cursor === undefined ? undefined : readCursor(cursor, 'moment');
      // One row more than the page shows whether there is a next page.
      const [rows, [countRow]] = await reads.together(
        newestItemsFor(actor, filter, { after, limit: limit + 1 }),
        countItems(actor, filter),
      );
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        items: await presentItems(reads, actor, page),
        total: countRow?.count ?? 0,
        nextCursor: last ? writeCursor(last.created_exactly, last.id) : null,
      };
    },

    listLoanShoebox: async ({ actor, query: { loanId: loanIds, ...filter }, reads }) => ({
      items: await loanItems(reads, actor, { ...filter, loanIds }),
    }),

    getShoeboxItem: ({ actor, params, reads }) => itemSeenBy(reads, actor, params.id),

    findExistingDocuments: ({ actor, params, query, reads }) =>
      findExistingDocuments(reads, actor, params.id, query),

    createShoeboxItem: ({ actor, body, write }) =>
      write(async (tx) => (await itemsNow(tx, actor, [await addItem(tx, actor, body)]))[0]!),

    updateShoeboxItems: ({ actor, body, write }) =>
      write(async (tx) => {
        const filed = await changeItems(tx, actor, body.items);
        const ids = body.items.map(({ id }) => id);
        return { items: await itemsNow(tx, actor, ids), filed };
      }),

    unfileShoeboxItems: ({ actor, body, write }) =>
      write(async (tx) => {
        await unfileItems(tx, actor, body.items);
        const ids = body.items.map(({ id }) => id);
        return { items: await itemsNow(tx, actor, ids) };
      }),

    trashShoeboxItems: ({ actor, query, body, write }) =>
      write((tx) => trash(tx, actor, [...(body.ids ?? []), ...(query.id ?? [])])),

    restoreShoeboxItems: ({ actor, body, write }) =>
      write((tx) => restore(tx, actor, body.ids ?? [])),

    removeShoeboxItems: ({ actor, query, body, write }) =>
      write((tx) => remove(tx, actor, [...(body.ids ?? []), ...(query.id ?? [])])),
  });

/** Items that are already in the trash are left unchanged, so that it stays known who trashed them and when. */
async function trash(tx: Tx, actor: Actor, ids: string[]) {
  const items = (await lockItems(tx, actor, ids)).map((item) =>
    authorize(itemPolicy, 'trash', actor, item),
  );
  const live = items.filter(({ deleted_at }) => deleted_at === null);
  await trashItems(tx, live, actor.accountId);
  recordItems(tx, actor, 'shoebox.trashed', live);
  return { items: await itemsNow(tx, actor, ids) };
}

async function restore(tx: Tx, actor: Actor, ids: string[]) {
  const items = (await lockItems(tx, actor, ids)).map((item) =>
    authorize(itemPolicy, 'trash', actor, item),
  );
  if (items.some(({ deleted_at }) => deleted_at === null)) throw new ApiError('NOT_IN_TRASH');
  await restoreItems(tx, items);
  recordItems(tx, actor, 'shoebox.restored', items);
  return { items: await itemsNow(tx, actor, ids) };
}

/** Permanently deletes the item; its file is no longer served. */
async function remove(tx: Tx, actor: Actor, ids: string[]) {
  const items = (await lockItems(tx, actor, ids)).map((item) =>
    authorize(itemPolicy, 'remove', actor, item),
  );
  if (items.some(({ deleted_at }) => deleted_at === null)) throw new ApiError('NOT_IN_TRASH');
  await deleteItems(tx, items);
  for (const [companyId, companyItems] of Map.groupBy(items, ({ company_id }) => company_id)) {
    await removeDocuments(
      tx,
      companyId,
      companyItems.map(({ document_id }) => document_id),
    );
  }
  recordItems(tx, actor, 'shoebox.removed', items);
  return { ids: items.map(({ id }) => id) };
}
