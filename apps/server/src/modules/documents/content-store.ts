/**
 * What the document pipeline reads and stores. Rows belong to one version, whose bytes never change, so each write
 * can be repeated.
 */
import type { ContentState } from '@cairn/contract';
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { StoredFile } from '../../platform/stored-file.ts';
import type { Refused } from './convert-to-pdf.ts';
import type { PageContent } from './page-text.ts';

export interface ContentRef {
  readonly companyId: string;
  readonly documentId: string;
  readonly version: number;
}

/** The scanned bytes of one version. */
export interface DocumentBytes extends StoredFile {
  readonly documentId: string;
  readonly version: number;
  readonly name: string;
  readonly crc32: number;
}

/** Undefined if the version was replaced, removed or blocked since. */
export async function findBytes(
  reads: Queries,
  { companyId, documentId, version }: ContentRef,
): Promise<(DocumentBytes & { state: ContentState | null; sender: string }) | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .where('company_id', '=', companyId)
      .where('id', '=', documentId)
      .where('version', '=', version)
      .where('virus_scan_state', '=', 'CLEAN')
      .where('removed_at', 'is', null)
      .select(['name', 'vault_key', 'size', 'sha256', 'crc32', 'chunk_sha256', 'content_state'])
      .select(sql<string>`coalesce(written_by, created_by)`.as('sender')),
  );
  if (!row || row.vault_key === null || row.sha256 === null) return undefined;
  const { name, vault_key: key, size, sha256, chunk_sha256: chunkSha256 } = row;
  const bytes = { name, key, size, sha256, chunkSha256, crc32: row.crc32 ?? 0 };
  return { documentId, version, ...bytes, state: row.content_state, sender: row.sender };
}

export async function findPdf(
  reads: Queries,
  companyId: string,
  { documentId, version }: Pick<ContentRef, 'documentId' | 'version'>,
) {
  const [row] = await reads.run(
    query
      .selectFrom('document_pdf')
      .where('company_id', '=', companyId)
      .where('document_id', '=', documentId)
      .where('version', '=', version)
      .select(['refused', 'object_key', 'size', 'sha256', 'crc32', 'chunk_sha256', 'pages']),
  );
  return row;
}
export type PdfRow = NonNullable<Awaited<ReturnType<typeof findPdf>>>;

/** PDFs of many documents, by document id and version. */
export async function findPdfs(
  reads: Queries,
  companyId: string,
  documents: readonly Pick<ContentRef, 'documentId' | 'version'>[],
): Promise<(document: Pick<ContentRef, 'documentId' | 'version'>) => PdfRow | undefined> {
  const ids = [...new Set(documents.map(({ documentId }) => documentId))];
  const rows = await reads.run(
    query
      .selectFrom('document_pdf')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`document_id = any(${ids}::uuid[])`)
      .select(['document_id', 'version'])
      .select(['refused', 'object_key', 'size', 'sha256', 'crc32', 'chunk_sha256', 'pages']),
  );
  const byVersion = new Map(rows.map((row) => [`${row.document_id} ${row.version}`, row]));
  return ({ documentId, version }) => byVersion.get(`${documentId} ${version}`);
}

/** The first conversion is kept. False if another worker saved one before. */
export async function savePdf(
  tx: Tx,
  companyId: string,
  { documentId, version }: Pick<ContentRef, 'documentId' | 'version'>,
  pdf: Omit<PdfRow, 'refused'> & { refused: Refused | null },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('document_pdf')
      .values({ company_id: companyId, document_id: documentId, version, ...pdf })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'document_id', 'version']).doNothing(),
      )
      .returning('version'),
  );
  return rows.length > 0;
}

/**
 * Locks the document until the commit, so that nothing is derived from a document that is deleted or replaced
 * concurrently.
 */
export async function isCurrent(tx: Tx, ref: ContentRef): Promise<boolean> {
  const rows = await tx.run(
    query
      .selectFrom('document')
      .where('company_id', '=', ref.companyId)
      .where('id', '=', ref.documentId)
      .where('version', '=', ref.version)
      .where('removed_at', 'is', null)
      .select('id')
      .forShare(),
  );
  return rows.length > 0;
}

export async function findThumbnails(reads: Queries, ref: ContentRef) {
  const [row] = await reads.run(
    query
      .selectFrom('document_thumbnails')
      .where('company_id', '=', ref.companyId)
      .where('document_id', '=', ref.documentId)
      .where('version', '=', ref.version)
      .select(['object_key', 'size', 'sha256', 'chunk_sha256', 'lengths']),
  );
  return row;
}
export type ThumbnailsRow = NonNullable<Awaited<ReturnType<typeof findThumbnails>>>;

export async function saveThumbnails(
  tx: Tx,
  { companyId, documentId, version }: ContentRef,
  thumbnails: ThumbnailsRow,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('document_thumbnails')
      .values({ company_id: companyId, document_id: documentId, version, ...thumbnails })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'document_id', 'version']).doNothing(),
      )
      .returning('version'),
  );
  return rows.length > 0;
}

/** How many pages have been read; pages are saved in order. */
export async function countPages(reads: Queries, ref: ContentRef): Promise<number> {
  const [row] = await reads.run(
    ofVersion(ref).select((eb) => eb.fn.coalesce(eb.fn.max('page'), eb.lit(0)).as('read')),
  );
  return row!.read;
}

const ofVersion = ({ companyId, documentId, version }: ContentRef) =>
  query
    .selectFrom('document_page')
    .where('company_id', '=', companyId)
    .where('document_id', '=', documentId)
    .where('version', '=', version);

export const textOfPages = (reads: Queries, ref: ContentRef, from: number, pages: number) =>
  reads.run(
    ofVersion(ref)
      .where('page', '>=', from)
      .where('page', '<', from + pages)
      .select(['page', 'width', 'height', 'source', 'text', 'words'])
      .orderBy('page'),
  );

/** The beginning of each page's text. */
export const beginningsOfPages = (reads: Queries, ref: ContentRef, pages: number) =>
  reads.run(
    ofVersion(ref)
      .where('page', '<=', pages)
      .select(['page', 'blank', sql<string>`left(text, 1500)`.as('text')])
      .orderBy('page'),
  );

/** The pages that may contain the first of these words, a few at a time. */
export function pagesWith(
  reads: Queries,
  ref: ContentRef,
  phrase: string,
  { after, limit }: { after: number; limit: number },
) {
  const [word = ''] = phrase.normalize('NFKC').toLowerCase().split(/\s+/);
  return reads.run(
    ofVersion(ref)
      .where('page', '>', after)
      .where(sql<boolean>`position(${word} in lower(normalize(text, NFKC))) > 0`)
      .select(['page', 'words'])
      .orderBy('page')
      .limit(limit),
  );
}

export async function savePages(
  tx: Tx,
  { companyId, documentId, version }: ContentRef,
  pages: readonly PageContent[],
): Promise<void> {
  if (pages.length === 0) return;
  await tx.run(
    query
      .insertInto('document_page')
      .values(
        pages.map(({ words, ...page }) => ({
          company_id: companyId,
          document_id: documentId,
          version,
          ...page,
          words: JSON.stringify(words),
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'document_id', 'version', 'page']).doNothing(),
      ),
  );
}

/** The pages that wait for OCR, with the number of words that each has without it. */
export async function waitingPages(
  reads: Queries,
  ref: ContentRef,
): Promise<{ page: number; words: number }[]> {
  return reads.run(
    ofVersion(ref)
      .where('source', '=', 'WAITING')
      .select(['page', sql<number>`jsonb_array_length(words)`.as('words')])
      .orderBy('page'),
  );
}

/** Null: OCR found nothing better, and the page keeps its text. */
export async function saveRecognized(
  tx: Tx,
  { companyId, documentId, version }: ContentRef,
  page: number,
  recognized: Pick<PageContent, 'text' | 'words'> | null,
): Promise<void> {
  await tx.run(
    query
      .updateTable('document_page')
      .set(
        recognized
          ? { source: 'OCR', text: recognized.text, words: JSON.stringify(recognized.words) }
          : { source: sql<'TEXT'>`case when text = '' then 'NONE' else 'TEXT' end` },
      )
      .where('company_id', '=', companyId)
      .where('document_id', '=', documentId)
      .where('version', '=', version)
      .where('page', '=', page)
      .where('source', '=', 'WAITING'),
  );
}

/** True if all pages were read and none contains anything. */
export async function isEmpty(reads: Queries, ref: ContentRef, pages: number): Promise<boolean> {
  const [row] = await reads.run(
    ofVersion(ref)
      .where('blank', '=', true)
      .where('text', '=', '')
      .select((eb) => eb.fn.countAll<number>().as('blank')),
  );
  return row!.blank === pages;
}

/** Undefined if it already has this state, or the bytes were replaced. */
export async function saveContentState(
  tx: Tx,
  { companyId, documentId, version }: ContentRef,
  state: ContentState,
  pages?: number,
) {
  const [row] = await tx.run(
    query
      .updateTable('document')
      .set({ content_state: state, ...(pages !== undefined && { page_count: pages }) })
      .where('company_id', '=', companyId)
      .where('id', '=', documentId)
      .where('version', '=', version)
      .where('virus_scan_state', '=', 'CLEAN')
      .where('removed_at', 'is', null)
      .where('content_state', 'is distinct from', state)
      .returning(['loan_id', 'private_to', isShownOutsideStaff.as('shown')]),
  );
  return row;
}

/** Whether anyone outside the staff sees the document and should be notified of its state. */
export const isShownOutsideStaff = sql<boolean>`exists (
    select from element e
    where e.company_id = document.company_id and e.answer_document_id = document.id
      and not e.kept and not e.in_trash)
  or not exists (
    select from employee
    where employee.company_id = document.company_id and employee.account_id = document.created_by)
  or app.is_sent(document.company_id, document.id)`;

const DERIVED = ['document_facts', 'document_page', 'document_thumbnails', 'document_pdf'] as const;

/** Removes what was derived from permanently deleted documents. Objects without a row are deleted by the reaper. */
export async function removeDerived(
  tx: Tx,
  companyId: string,
  documentIds: readonly string[],
): Promise<void> {
  for (const table of DERIVED) {
    await tx.run(
      query
        .deleteFrom(table)
        .where('company_id', '=', companyId)
        .where(sql<boolean>`document_id = any(${documentIds}::uuid[])`),
    );
  }
}

/**
 * Removes the row of a derived object whose bytes have changed, so that it is made again: by the worker that needs it, or
 * when the document is opened next. The reaper deletes the object.
 */
export async function discardDerived(tx: Tx, companyId: string, objectKey: string): Promise<void> {
  for (const table of ['document_thumbnails', 'document_pdf'] as const) {
    const rows = await tx.run(
      query
        .deleteFrom(table)
        .where('company_id', '=', companyId)
        .where('object_key', '=', objectKey)
        .returning(['document_id', 'version']),
    );
    for (const { document_id, version } of rows) {
      await tx.run(
        query
          .updateTable('document')
          .set({ content_state: null })
          .where('company_id', '=', companyId)
          .where('id', '=', document_id)
          .where('version', '=', version)
          .where('content_state', '=', 'READY'),
      );
    }
  }
}

/** Removes the text of earlier versions: search results would link to a page that has changed. */
export async function removeEarlierText(tx: Tx, ref: ContentRef): Promise<void> {
  for (const table of ['document_facts', 'document_page', 'document_thumbnails'] as const) {
    await tx.run(
      query
        .deleteFrom(table)
        .where('company_id', '=', ref.companyId)
        .where('document_id', '=', ref.documentId)
        .where('version', '<', ref.version),
    );
  }
}
