/**
 * `isMerged`: merges a file with those that answer the request into one PDF, which the worker makes (decision 0176).
 */
import { MAX_FILES_OF_REQUEST, UPLOAD_MAX_BYTES } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Tx } from '../../platform/db/db.ts';
import { cutTo } from '../../platform/unicode.ts';
import {
  deriveDocument,
  filesIn,
  findDocument,
  findDocuments,
  isBlocked,
  type DocumentRow,
} from '../documents/index.ts';
import { takesFurtherFile } from './further-files-store.ts';
import { keepMergedFile } from './past-answers-store.ts';
import type { ElementRow } from './store.ts';

const MAX_NAME = 251;

/**
 * Returns the document that is the answer from now on. The caller holds the loan's lock, so that concurrent calls lose
 * no file.
 */
export async function mergeAnswer(
  tx: Tx,
  actor: Actor,
  element: Authorized<'answer', ElementRow>,
  added: DocumentRow,
): Promise<string> {
  const { company_id: companyId, loan_id: loanId, answer_document_id: current } = element;
  if (current === null || current === added.id || !takesFurtherFile(element)) return added.id;
  const before = await findDocument(tx, actor, current);
  // A blocked file cannot be merged; the new one replaces it.
  if (!before || isBlocked(before)) return added.id;
  const parts = await filesIn(tx, before);
  // The call was repeated.
  if (parts.some(({ documentId }) => documentId === added.id)) return current;
  const visible = await findDocuments(
    tx,
    actor,
    parts.map(({ documentId }) => documentId),
  );
  // Files that others sent may be read as part of the merged file, which the caller sees.
  const isAllSeen = visible.length === parts.length;
  const files = isAllSeen ? parts : [{ documentId: before.id, version: before.version }];
  const rows = isAllSeen ? visible : [before];
  const sources = [...files, { documentId: added.id, version: added.version }];
  if (sources.length > MAX_FILES_OF_REQUEST) throw new ApiError('TOO_MANY_FILES');
  if ([...rows, added].reduce((sum, { size }) => sum + size, 0) > UPLOAD_MAX_BYTES) {
    throw new ApiError('FILE_TOO_LARGE');
  }
  await keepMergedFile(tx, element, added.id, actor.accountId);
  return deriveDocument(
    tx,
    actor,
    { companyId, loanId, privateTo: null },
    {
      // The name is visible to borrowers.
      name: `${cutTo(element.borrower_title ?? element.title, MAX_NAME)}.pdf`,
      origin: { kind: 'MERGED', sources },
    },
  );
}
