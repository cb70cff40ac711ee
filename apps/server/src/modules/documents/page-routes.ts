/** Pages and text that the pipeline made of a document: served like the document itself, with the same rights. */
import {
  documentPages,
  MAX_FOUND,
  MAX_FOUND_BOXES,
  MAX_SUGGESTED_PAGES,
  type FoundText,
} from '@cairn/contract/document-pages';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { routes, type Traced } from '../../platform/handler.ts';
import type { WebStorage } from '../../platform/object-storage.ts';
import {
  IntegrityError,
  readStored,
  readStoredBytes,
  startReading,
  type StoredFile,
} from '../../platform/stored-file.ts';
import {
  beginningsOfPages,
  findPdf,
  findThumbnails,
  pagesWith,
  textOfPages,
  type ContentRef,
} from './content-store.ts';
import { refOf } from './page-urls.ts';
import { presentPdf } from './document-pdf.ts';
import { findVisibleDocument } from './find-document.ts';
import { blockIfDamaged, discardIfDamaged, type Log } from './integrity.ts';
import { findWords, type Word } from './page-text.ts';
import { isReadRecorded, refuseUnlessUsable, storedFile, wasRead } from './record-read.ts';
import type { DocumentRow } from './store.ts';
import { suggestSplit } from './suggest-split.ts';

interface Deps {
  readonly storage: WebStorage;
  readonly secretKey: string;
  readonly db: Db;
  readonly log: Log;
}

export const documentPageRoutes = ({ storage, secretKey, db, log }: Deps) => {
  /** The document if the caller may read it now; records the reading unless that was done. */
  const readRecorded = async <T>(
    reads: Queries,
    actor: Actor,
    { id, ticket }: { id: string; ticket?: string | undefined },
    find: (document: DocumentRow) => Promise<T>,
  ): Promise<Traced<T>> => {
    const document = await findVisibleDocument(reads, actor, id);
    if (!storedFile(document)) throw new ApiError('FILE_NOT_CLEAN');
    const content = await find(document);
    return isReadRecorded(secretKey, actor, document, ticket)
      ? { content }
      : { content, event: await wasRead(reads, document, actor) };
  };
  const reportDamage = async (document: DocumentRow, error: unknown): Promise<void> => {
    if (!(error instanceof IntegrityError)) return;
    if (error.key === document.vault_key) return blockIfDamaged({ db, log }, document, error);
    await discardIfDamaged({ db, log }, document.company_id, error);
  };
  return routes(documentPages, {
    downloadDocumentPdf: async ({ actor, params, query, reads, traced, http }) => {
      const { document, file } = await traced((transaction) =>
        readRecorded(transaction, actor, { ...params, ...query }, async (visible) => ({
          document: visible,
          file: await pdfFileOf(transaction, visible),
        })),
      );
      const range = http.requestedRange(file.size, file.sha256.toString('hex'));
      const content = await startReading(
        readStored(storage.vault, file, range?.from ?? 0, range?.to ?? file.size),
        {
          // Removing the document also ends a download in progress.
          stillAllowed: () => findVisibleDocument(reads, actor, params.id).then(refuseUnlessUsable),
          failed: (error) => reportDamage(document, error),
        },
      ).catch(refuseDamaged);
      const name = `${document.name.replace(/\.[^.]*$/, '')}.pdf`;
      return http.sendStored(content, { ...file, name, range });
    },

    getDocumentThumbnail: async ({ actor, params, query, traced, http }) => {
      const { document, file, from, to } = await traced((transaction) =>
        readRecorded(transaction, actor, { ...params, ...query }, async (visible) => ({
          document: visible,
          ...(await thumbnailOf(transaction, visible, params.page)),
        })),
      );
      const bytes = await readStoredBytes(storage.vault, file, from, to).catch(
        async (error: unknown) => {
          await reportDamage(document, error);
          return refuseDamaged(error);
        },
      );
      return http.sendImage(bytes, 'image/jpeg', 'never');
    },

    getDocumentText: async ({ actor, params, query, traced }) => {
      const pages = await traced((transaction) =>
        readRecorded(transaction, actor, { ...params, ...query }, (document) =>
          textOfPages(transaction, refOf(document), query.from, query.pages),
        ),
      );
      return {
        pages: pages.map(({ words, ...page }) => ({ ...page, words: words.map(presentWord) })),
      };
    },

    suggestPageSplit: ({ actor, params, query, traced }) =>
      traced((transaction) =>
        readRecorded(transaction, actor, { ...params, ...query }, async (document) =>
          suggestSplit(await beginningsOfPages(transaction, refOf(document), MAX_SUGGESTED_PAGES)),
        ),
      ),

    findInDocument: ({ actor, params, query, traced }) =>
      traced((transaction) =>
        readRecorded(transaction, actor, { ...params, ...query }, (document) =>
          findOnPages(transaction, refOf(document), query.text),
        ),
      ),
  });
};

const PAGES_AT_ONCE = 20;

/** Searches a few pages at a time, until there are more matches than a reader looks at. */
async function findOnPages(reads: Queries, ref: ContentRef, phrase: string) {
  const matches: FoundText[] = [];
  let [after, looked, boxes] = [0, 0, 0];
  for (;;) {
    const pages = await pagesWith(reads, ref, phrase, { after, limit: PAGES_AT_ONCE });
    for (const { page, words } of pages) {
      const here = findWords(words, phrase).slice(0, MAX_FOUND_BOXES - boxes);
      if (here.length > 0) matches.push({ page, boxes: here.map(toBox) });
      boxes += here.length;
      after = page;
    }
    looked += pages.length;
    if (pages.length < PAGES_AT_ONCE)
      return { found: matches, isComplete: boxes < MAX_FOUND_BOXES };
    if (looked >= MAX_FOUND || boxes >= MAX_FOUND_BOXES)
      return { found: matches, isComplete: false };
  }
}

const toBox = ([left, top, width, height]: readonly [number, number, number, number]) =>
  [left, top, width, height] as [number, number, number, number];

const presentWord = ([left, top, width, height, text]: Word) => ({
  text,
  box: [left, top, width, height] as [number, number, number, number],
});

async function pdfFileOf(reads: Queries, document: DocumentRow): Promise<StoredFile> {
  const ref = refOf(document);
  const row = await findPdf(reads, ref.companyId, ref);
  const pdf = row && presentPdf({ ...storedFile(document)!, crc32: 0 }, row);
  if (!pdf || 'refused' in pdf) throw new ApiError('NO_PAGES');
  return pdf;
}

async function thumbnailOf(reads: Queries, document: DocumentRow, page: number) {
  const row = await findThumbnails(reads, refOf(document));
  if (!row || page > row.lengths.length) throw new ApiError('NO_PAGES');
  const from = row.lengths.slice(0, page - 1).reduce((sum, length) => sum + length, 0);
  const { object_key: key, size, sha256, chunk_sha256: chunkSha256 } = row;
  return { file: { key, size, sha256, chunkSha256 }, from, to: from + row.lengths[page - 1]! };
}

function refuseDamaged(error: unknown): never {
  throw error instanceof IntegrityError ? new ApiError('FILE_NOT_CLEAN') : error;
}
