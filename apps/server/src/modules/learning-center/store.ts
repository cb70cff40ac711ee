import { MAX_SUPPORT_CATEGORIES, MAX_SUPPORT_ENTRIES, type SupportAudience } from '@cairn/contract';
import { sql } from 'kysely';
import { isPlatformAdmin, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';

/** Matches row security (migration 0085). */
const audiencesOf = ({ roleLevel }: Actor): SupportAudience[] =>
  roleLevel === 'LENDER' ? ['LENDER', 'BORROWER'] : ['BORROWER'];

const isFor = (audiences: readonly SupportAudience[]) =>
  sql<boolean>`support_entry.audiences && ${[...audiences]}::text[]`;

const entriesSeenBy = (actor: Actor) => {
  const all = query.selectFrom('support_entry');
  return isPlatformAdmin(actor)
    ? all
    : all.where('support_entry.is_published', '=', true).where(isFor(audiencesOf(actor)));
};

export const categoriesSeenBy = (actor: Actor) =>
  query
    .selectFrom('support_category')
    .innerJoin('support_item', 'support_item.id', 'support_category.support_id')
    .select([
      'support_category.id',
      'support_category.support_id',
      'support_category.slug',
      'support_category.title',
      'support_category.description',
      'support_category.display_order',
      'support_item.view_count',
    ])
    .select(
      sql<number>`(${entriesSeenBy(actor)
        .select(sql<number>`count(*)::int`.as('count'))
        .where(sql<boolean>`support_entry.category_id = support_category.id`)})`.as('entry_count'),
    )
    .orderBy('support_category.display_order')
    .orderBy('support_category.title')
    .limit(MAX_SUPPORT_CATEGORIES);
type SelectedCategory = ReturnType<typeof categoriesSeenBy>;
export type CategoryRow = Awaited<ReturnType<SelectedCategory['executeTakeFirstOrThrow']>>;

export interface EntryFilter {
  id?: string | undefined;
  slug?: string | undefined;
  audience?: SupportAudience | undefined;
  search?: string | undefined;
}

const entries = (actor: Actor, body: 'with body' | 'without body') =>
  entriesSeenBy(actor)
    .innerJoin('support_item', 'support_item.id', 'support_entry.support_id')
    .leftJoin('support_view', (join) =>
      join
        .onRef('support_view.support_id', '=', 'support_entry.support_id')
        .on('support_view.account_id', '=', actor.accountId),
    )
    .select([
      'support_entry.id',
      'support_entry.support_id',
      'support_entry.category_id',
      'support_entry.slug',
      'support_entry.title',
      'support_entry.summary',
      'support_entry.display_order',
      'support_entry.is_published',
      'support_entry.updated_at',
      'support_entry.version',
      'support_entry.word_count',
      'support_item.view_count',
      sql<SupportAudience[]>`support_entry.audiences`.as('audiences'),
      sql<boolean>`support_view.account_id is not null`.as('is_read'),
      (body === 'with body' ? sql<string | null>`support_entry.body` : sql<string | null>`null`).as(
        'body',
      ),
    ]);
export type EntryRow = Awaited<ReturnType<ReturnType<typeof entries>['executeTakeFirstOrThrow']>>;

/** Matches words by prefix: "invit" finds "invitation". Null if no word is left. */
function searchQuery(text: string) {
  const words = text.match(/[\p{L}\p{N}]+/gu)?.slice(0, 10) ?? [];
  const pattern = words.map((word) => `${word}:*`).join(' & ');
  return sql<string>`to_tsquery('english', ${pattern})`;
}

/** Sorted by topic and position, or by relevance if words are searched. */
export const findEntries = (actor: Actor, { id, slug, audience, search }: EntryFilter) =>
  entries(actor, id === undefined && slug === undefined ? 'without body' : 'with body')
    .innerJoin('support_category', 'support_category.id', 'support_entry.category_id')
    .$if(id !== undefined, (rows) => rows.where('support_entry.id', '=', id!))
    .$if(slug !== undefined, (rows) => rows.where('support_entry.slug', '=', slug!))
    .$if(audience !== undefined, (rows) => rows.where(isFor([audience!])))
    .$if(search !== undefined, (rows) =>
      rows
        .where(sql<boolean>`support_entry.words @@ ${searchQuery(search!)}`)
        .orderBy(sql`ts_rank(support_entry.words, ${searchQuery(search!)})`, 'desc'),
    )
    .orderBy('support_category.display_order')
    .orderBy('support_category.title')
    .orderBy('support_entry.display_order')
    .orderBy('support_entry.title')
    .limit(MAX_SUPPORT_ENTRIES);

export async function findCategory(
  reads: Queries,
  actor: Actor,
  id: string,
): Promise<CategoryRow | undefined> {
  const [row] = await reads.run(categoriesSeenBy(actor).where('support_category.id', '=', id));
  return row;
}

/** Serializes, so that two administrators cannot exceed the limit together. */
export const lockLearningCenter = query.selectNoFrom(
  sql`pg_advisory_xact_lock(hashtext('support'))`.as('locked'),
);
export const countCategories = query
  .selectFrom('support_category')
  .select(sql<number>`count(*)::int`.as('count'));
export const countEntries = query
  .selectFrom('support_entry')
  .select(sql<number>`count(*)::int`.as('count'));

export interface NewCategory {
  slug: string;
  title: string;
  description: string;
  position: number;
}
const categoryColumns = ({ slug, title, description, position }: NewCategory) => ({
  slug,
  title,
  description,
  display_order: position,
});

async function insertItem(tx: Tx): Promise<string> {
  const [item] = await tx.run(query.insertInto('support_item').defaultValues().returning('id'));
  return item!.id;
}

export async function insertCategory(tx: Tx, category: NewCategory): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('support_category')
      .values({ support_id: await insertItem(tx), ...categoryColumns(category) })
      .returning('id'),
  );
  return row!.id;
}

export async function saveCategory(
  tx: Tx,
  { id }: CategoryRow,
  category: NewCategory,
): Promise<void> {
  await tx.run(
    query.updateTable('support_category').set(categoryColumns(category)).where('id', '=', id),
  );
}

/** Deletes the topic or article with its views. */
export async function deleteItem(
  tx: Tx,
  { support_id }: Pick<EntryRow, 'support_id'>,
): Promise<void> {
  await tx.run(query.deleteFrom('support_item').where('id', '=', support_id));
}

export interface NewEntry {
  categoryId: string;
  slug: string;
  title: string;
  summary: string;
  body: string;
  audiences: SupportAudience[];
  position: number;
  published: boolean;
}
const entryColumns = (actor: Actor, entry: NewEntry) => ({
  category_id: entry.categoryId,
  slug: entry.slug,
  title: entry.title,
  summary: entry.summary,
  body: entry.body,
  audiences: entry.audiences,
  display_order: entry.position,
  is_published: entry.published,
  updated_by: actor.accountId,
});

export async function insertEntry(tx: Tx, actor: Actor, entry: NewEntry): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('support_entry')
      .values({ support_id: await insertItem(tx), ...entryColumns(actor, entry) })
      .returning('id'),
  );
  return row!.id;
}

/** Returns false if it was changed after the caller read it. */
export async function saveEntry(
  tx: Tx,
  actor: Actor,
  { id }: EntryRow,
  version: number,
  changes: NewEntry,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('support_entry')
      .set({
        ...entryColumns(actor, changes),
        version: version + 1,
        updated_at: sql<string>`now()`,
      })
      .where('id', '=', id)
      .where('version', '=', version)
      .returning('id'),
  );
  return rows.length > 0;
}

/** Deletes pictures that the text no longer shows. */
export async function deleteUnusedPictures(tx: Tx, { id }: EntryRow, body: string): Promise<void> {
  await tx.run(
    query
      .deleteFrom('support_picture')
      .where('entry_id', '=', id)
      .where(sql<boolean>`strpos(${body}, 'picture:' || support_picture.id::text) = 0`),
  );
}

export const countPictures = (entryId: string) =>
  query
    .selectFrom('support_picture')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('entry_id', '=', entryId);

export async function insertPicture(
  tx: Tx,
  { id }: EntryRow,
  picture: { type: string; content: Buffer },
): Promise<string> {
  const [row] = await tx.run(
    query
      .insertInto('support_picture')
      .values({ entry_id: id, content_type: picture.type, content: picture.content })
      .returning('id'),
  );
  return row!.id;
}

/** Finds a picture of an article that the caller sees. */
export const findPicture = (actor: Actor, id: string) =>
  entriesSeenBy(actor)
    .innerJoin('support_picture', 'support_picture.entry_id', 'support_entry.id')
    .select(['support_picture.content', 'support_picture.content_type'])
    .where('support_picture.id', '=', id);

/** Counts a view. Null if the caller sees no such topic or article. */
export const countView = (supportId: string) =>
  query.selectNoFrom(
    sql<number | null>`app.count_support_view(${supportId}::uuid)`.as('view_count'),
  );
