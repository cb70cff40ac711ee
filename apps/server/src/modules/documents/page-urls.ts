/** URLs of a document's pages and text. */
import { API_BASE_PATH } from '@cairn/contract';
import { documentPages } from '@cairn/contract/document-pages';
import type { Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { findPdf, findThumbnails, type PdfRow, type ThumbnailsRow } from './content-store.ts';
import { pagesTicket } from './record-read.ts';
import type { DocumentRow } from './store.ts';

/** The processed content of a document's current version. */
interface Content {
  readonly pdf: PdfRow | undefined;
  readonly thumbnails: ThumbnailsRow | undefined;
}
export const NO_CONTENT: Content = { pdf: undefined, thumbnails: undefined };

export const refOf = ({ company_id, id, version }: DocumentRow) => ({
  companyId: company_id,
  documentId: id,
  version,
});

export async function findContent(reads: Queries, document: DocumentRow): Promise<Content> {
  const ref = refOf(document);
  const [pdf, thumbnails] = await Promise.all([
    findPdf(reads, ref.companyId, ref),
    findThumbnails(reads, ref),
  ]);
  return { pdf, thumbnails };
}

/** URLs of the content that exists; a URL alone gives no access. */
export function pageUrls(
  secretKey: string,
  actor: Actor,
  document: DocumentRow,
  { pdf, thumbnails }: Content,
) {
  const suffix = `?ticket=${pagesTicket(secretKey, actor, document)}`;
  const { downloadDocumentPdf, getDocumentThumbnail } = documentPages;
  const address = (path: string): string =>
    `${API_BASE_PATH}${path.replace('{id}', document.id)}${suffix}`;
  return {
    pdfUrl: pdf && pdf.refused === null ? address(downloadDocumentPdf.path) : null,
    thumbnailUrls: (thumbnails?.lengths ?? []).map((_, index) =>
      address(getDocumentThumbnail.path.replace('{page}', String(index + 1))),
    ),
  };
}
