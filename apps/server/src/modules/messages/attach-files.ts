/** The files that a message may carry: documents of its loan that the author sees. */
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Queries } from '../../platform/db/db.ts';
import { findDocuments, isBlocked, type DocumentRow } from '../documents/index.ts';

/** In the order in which they were chosen. */
export async function attachableAmong(
  reads: Queries,
  actor: Actor,
  loanId: string,
  documentIds: readonly string[],
): Promise<DocumentRow[]> {
  if (documentIds.length === 0) return [];
  const documents = await findDocuments(reads, actor, documentIds);
  const fileOf = new Map(
    documents
      .filter(
        (file) => file.loan_id === loanId && file.private_to === null && !file.is_license_picture,
      )
      .map((file) => [file.id, file]),
  );
  return documentIds.flatMap((id) => fileOf.get(id) ?? []);
}

/** A file that is still being scanned may be sent; its readers get it once it is found clean. */
export async function filesToAttach(
  reads: Queries,
  actor: Actor,
  loanId: string,
  documentIds: readonly string[],
): Promise<DocumentRow[]> {
  const files = await attachableAmong(reads, actor, loanId, documentIds);
  if (files.length < documentIds.length) throw new ApiError('NOT_FOUND');
  if (files.some((file) => isBlocked(file) || file.scan_reason !== null)) {
    throw new ApiError('FILE_NOT_CLEAN');
  }
  return files;
}
