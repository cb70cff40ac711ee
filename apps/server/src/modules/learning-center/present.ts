import type { SupportCategory, SupportEntry } from '@cairn/contract';
import type { CategoryRow, EntryRow } from './store.ts';

export const presentCategory = (row: CategoryRow): SupportCategory => ({
  id: row.id,
  supportId: row.support_id,
  slug: row.slug,
  title: row.title,
  description: row.description,
  position: row.display_order,
  viewCount: row.view_count,
  entryCount: row.entry_count,
});

export const presentEntry = (row: EntryRow): SupportEntry => ({
  id: row.id,
  supportId: row.support_id,
  categoryId: row.category_id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  audiences: row.audiences,
  position: row.display_order,
  published: row.is_published,
  viewCount: row.view_count,
  wordCount: row.word_count ?? 0,
  read: row.is_read,
  updatedDate: row.updated_at,
  version: row.version,
  body: row.body,
});
