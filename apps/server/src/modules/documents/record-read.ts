/** Checks that a document may be served, and records that it was read. */
import { API_BASE_PATH } from '@cairn/contract';
import { documents } from '@cairn/contract/documents';
import { z } from 'zod';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { DomainEvent } from '../../platform/record-event.ts';
import { orders } from '../../platform/signed-downloads.ts';
import type { StoredFile } from '../../platform/stored-file.ts';
import { isUsable } from './policy.ts';
import { loanHandingOut, type DocumentRow } from './store.ts';

/** The object that may be served: scanned, clean, and in the vault. */
export function storedFile(document: DocumentRow): StoredFile | undefined {
  const { vault_key: key, sha256, chunk_sha256: chunkSha256, size } = document;
  if (!isUsable(document) || key === null || sha256 === null) return undefined;
  return { key, size, sha256, chunkSha256 };
}

export function refuseUnlessUsable(document: DocumentRow): void {
  if (!isUsable(document)) throw new ApiError('FILE_NOT_CLEAN');
}

/**
 * A ticket states that this read is already recorded. It gives no access: a client that follows the URL still needs a
 * session that may see the document.
 */
const ticket = orders('document downloads', { documentId: z.string(), version: z.number() });

export function downloadUrl(secretKey: string, actor: Actor, { id, version }: DocumentRow): string {
  const path = documents.downloadDocument.path.replace('{id}', id);
  const order = { accountId: actor.accountId, asked: Date.now(), documentId: id, version };
  return `${API_BASE_PATH}${path}?ticket=${ticket.write(secretKey, order)}`;
}

export function ticketMatches(
  secretKey: string,
  actor: Actor,
  document: DocumentRow,
  token: string,
): boolean {
  const order = ticket.read(secretKey, token, actor);
  return order?.documentId === document.id && order.version === document.version;
}

const EIGHT_HOURS_MS = 8 * 3_600_000;

/** A ticket for as long as a user works with the pages, which are fetched one by one. */
const readPages = orders(
  'document pages',
  { documentId: z.string(), version: z.number() },
  EIGHT_HOURS_MS,
);

export function pagesTicket(secretKey: string, actor: Actor, { id, version }: DocumentRow): string {
  const order = { accountId: actor.accountId, asked: Date.now(), documentId: id, version };
  return readPages.write(secretKey, order);
}

export function isReadRecorded(
  secretKey: string,
  actor: Actor,
  { id, version }: DocumentRow,
  token: string | undefined,
): boolean {
  const order = token === undefined ? undefined : readPages.read(secretKey, token, actor);
  return order?.documentId === id && order.version === version;
}

/** Committed before the first byte or the URL is sent, so that no read is unrecorded. */
export async function wasRead(
  reads: Queries,
  document: DocumentRow,
  actor: Actor,
): Promise<DomainEvent> {
  const isHandedOut = document.loan_id === null && !isStaff(actor) && !isPlatformAdmin(actor);
  const loanId = isHandedOut ? await loanHandingOut(reads, actor, document) : document.loan_id;
  return {
    kind: 'document.read',
    companyId: document.company_id,
    actorId: actor.accountId,
    ...(loanId && { loanId }),
    // No page shows it, so only the reader's own event stream is notified.
    accountId: actor.accountId,
    changes: [],
    detail: { documentId: document.id },
    ...(isUnprocessed(document) && { starts: processDocumentCommand(document) }),
  };
}

/** A document from before the pipeline existed, or that could not be processed: opening it starts another try. */
const isUnprocessed = (document: DocumentRow): boolean =>
  storedFile(document) !== undefined &&
  (document.content_state === null || document.content_state === 'FAILED');

const processDocumentCommand = ({ company_id, id, version }: DocumentRow) =>
  ({
    workflow: 'processDocument',
    input: { companyId: company_id, documentId: id, version },
  }) as const;
