import {
  MAX_SUPPORT_CATEGORIES,
  MAX_SUPPORT_ENTRIES,
  MAX_SUPPORT_PICTURES,
  slugFrom,
} from '@cairn/contract';
import { learningCenter } from '@cairn/contract/learning-center';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/pg-errors.ts';
import type { EventKind } from '../../platform/event-kinds.ts';
import { routes } from '../../platform/handler.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { presentCategory, presentEntry } from './present.ts';
import { readPicture } from './read-picture.ts';
import {
  categoriesSeenBy,
  countCategories,
  countEntries,
  countPictures,
  countView,
  deleteItem,
  deleteUnusedPictures,
  findCategory,
  findEntries,
  findPicture,
  insertCategory,
  insertEntry,
  insertPicture,
  lockLearningCenter,
  saveCategory,
  saveEntry,
  type EntryRow,
} from './store.ts';

/**
 * Only administrators write articles, by the contract's audience and by row security (migration 0085). Row security and
 * `entriesSeenBy` decide what others read.
 */
export const learningCenterRoutes = () =>
  routes(learningCenter, {
    listSupportCategories: async ({ actor, reads }) => ({
      categories: (await reads.run(categoriesSeenBy(actor))).map(presentCategory),
    }),

    createSupportCategory: ({ actor, body, write }) =>
      write((tx) =>
        refuseUsedSlug(async () => {
          await tx.run(lockLearningCenter);
          const [number] = await tx.run(countCategories);
          refuseFull(number!.count, MAX_SUPPORT_CATEGORIES);
          const id = await insertCategory(tx, withSlug(body));
          record(tx, actor, 'supportCategory.created', { id, title: body.title });
          return presentCategory(await categorySeenBy(tx, actor, id));
        }),
      ),

    updateSupportCategory: ({ actor, body, write }) =>
      write((tx) =>
        refuseUsedSlug(async () => {
          const category = await categorySeenBy(tx, actor, body.id);
          await saveCategory(tx, category, withSlug(body));
          record(tx, actor, 'supportCategory.changed', { id: body.id, title: body.title });
          return presentCategory(await categorySeenBy(tx, actor, body.id));
        }),
      ),

    deleteSupportCategory: ({ actor, query, write }) =>
      write(async (tx) => {
        await tx.run(lockLearningCenter);
        const category = await categorySeenBy(tx, actor, query.id);
        if (category.entry_count > 0) throw new ApiError('CATEGORY_NOT_EMPTY');
        await deleteItem(tx, category);
        record(tx, actor, 'supportCategory.deleted', category);
        return { success: true };
      }),

    // Not audited, because it only counts that a page was opened.
    incrementSupportViews: ({ params: { supportId }, write }) =>
      write(async (tx) => {
        const [entry] = await tx.run(countView(supportId));
        if (entry?.view_count == null) throw new ApiError('NOT_FOUND');
        return { supportId, viewCount: entry.view_count };
      }),

    listSupportEntries: async ({ actor, query, reads }) => {
      const hasWords = query.search === undefined || /[\p{L}\p{N}]/u.test(query.search);
      const rows = hasWords ? await reads.run(findEntries(actor, query)) : [];
      return {
        entries: rows.map(presentEntry),
        abilities: { write: isPlatformAdmin(actor) },
      };
    },

    createSupportEntry: ({ actor, body, write }) =>
      write((tx) =>
        refuseUsedSlug(async () => {
          await tx.run(lockLearningCenter);
          await refuseUnknownCategory(tx, actor, body.categoryId);
          const [number] = await tx.run(countEntries);
          refuseFull(number!.count, MAX_SUPPORT_ENTRIES);
          const id = await insertEntry(tx, actor, withSlug(body));
          record(tx, actor, 'supportEntry.created', { id, ...body });
          return presentEntry(await entrySeenBy(tx, actor, id));
        }),
      ),

    updateSupportEntry: ({ actor, body: { id, version, ...changes }, write }) =>
      write((tx) =>
        refuseUsedSlug(async () => {
          // Locked, so that the topic is not deleted concurrently.
          await tx.run(lockLearningCenter);
          await refuseUnknownCategory(tx, actor, changes.categoryId);
          const entry = await entrySeenBy(tx, actor, id);
          if (!(await saveEntry(tx, actor, entry, version, withSlug(changes)))) {
            throw new ApiError('CONFLICT');
          }
          await deleteUnusedPictures(tx, entry, changes.body);
          record(tx, actor, 'supportEntry.changed', { id, ...changes });
          return presentEntry(await entrySeenBy(tx, actor, id));
        }),
      ),

    deleteSupportEntry: ({ actor, params, write }) =>
      write(async (tx) => {
        const entry = await entrySeenBy(tx, actor, params.id);
        await deleteItem(tx, entry);
        record(tx, actor, 'supportEntry.deleted', entry);
        return { success: true };
      }),

    addSupportPicture: ({ actor, params, body, write }) =>
      write(async (tx) => {
        await tx.run(lockLearningCenter);
        const entry = await entrySeenBy(tx, actor, params.id);
        const [number] = await tx.run(countPictures(entry.id));
        refuseFull(number!.count, MAX_SUPPORT_PICTURES);
        const id = await insertPicture(tx, entry, readPicture(body.image));
        record(tx, actor, 'supportEntry.pictured', entry);
        return { id };
      }),

    getSupportPicture: async ({ actor, params, reads, http }) => {
      const [picture] = await reads.run(findPicture(actor, params.id));
      if (!picture) throw new ApiError('NOT_FOUND');
      return http.sendImage(picture.content, picture.content_type, 'asked');
    },
  });

async function categorySeenBy(reads: Queries, actor: Actor, id: string) {
  const category = await findCategory(reads, actor, id);
  if (!category) throw new ApiError('NOT_FOUND');
  return category;
}

async function entrySeenBy(reads: Queries, actor: Actor, id: string): Promise<EntryRow> {
  const [entry] = await reads.run(findEntries(actor, { id }));
  if (!entry) throw new ApiError('NOT_FOUND');
  return entry;
}

async function refuseUnknownCategory(reads: Queries, actor: Actor, id: string): Promise<void> {
  if (await findCategory(reads, actor, id)) return;
  throw invalidField('categoryId', 'Choose a topic');
}

function refuseFull(count: number, max: number): void {
  if (count >= max) throw new ApiError('TOO_MANY_ARTICLES');
}

/** The contract requires a slug if none can be made from the title. */
const withSlug = <Given extends { title: string; slug?: string | undefined }>(entry: Given) => ({
  ...entry,
  slug: entry.slug ?? slugFrom(entry.title),
});

async function refuseUsedSlug<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isUniqueViolation(error)) throw new ApiError('SLUG_IN_USE');
    throw error;
  }
}

/** The audit entry does not contain the text, because the article does. */
function record(
  tx: Tx,
  actor: Actor,
  kind: EventKind,
  { id, title, published }: { id: string; title: string; published?: boolean | undefined },
): void {
  recordEvent(tx, {
    kind,
    companyId: PLATFORM_COMPANY,
    actorId: actor.accountId,
    changes: ['support'],
    detail: { id, title, ...(published !== undefined && { published }) },
  });
}
