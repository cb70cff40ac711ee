/** Files that a visitor without an account sends: into the shoebox of a loan, or into an employee's own. */
import { MAX_SHOEBOX } from '@cairn/contract/shoebox-terms';
import { ApiError } from '../../platform/api-error.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { bringToLoan } from '../documents/index.ts';
import { countReceivedAt, insertItem, lockShoebox } from './store.ts';

export interface ReceivedFiles {
  companyId: string;
  /** Null: into the own shoebox of `ownerId`. */
  loanId: string | null;
  ownerId: string;
  /** The session that sent them: no account. */
  sessionId: string;
  emailAddress: string;
  note: string | null;
  documents: readonly { id: string; name: string }[];
}

/** The transaction works for the company: that the visitor may send to this loan was checked before. */
export async function receiveItems(tx: Tx, received: ReceivedFiles): Promise<string[]> {
  const { companyId, loanId, ownerId, sessionId, emailAddress, note, documents } = received;
  await lockShoebox(tx, { loanId, ownerId });
  if ((await countReceivedAt(tx, received)) + documents.length > MAX_SHOEBOX) {
    throw new ApiError('SHOEBOX_FULL');
  }
  const ids: string[] = [];
  for (const document of documents) {
    const id = newId();
    if (loanId !== null) {
      await bringToLoan(tx, { company_id: companyId, document_id: document.id }, loanId);
    }
    const inserted = await insertItem(tx, {
      companyId,
      id,
      loanId,
      documentId: document.id,
      title: document.name,
      userId: sessionId,
      ownerId: loanId === null ? ownerId : null,
      uploadedBy: sessionId,
      documentType: null,
      entityId: null,
      anonymous: { emailAddress, note },
    });
    if (!inserted) throw new ApiError('ALREADY_SUBMITTED');
    ids.push(id);
  }
  return ids;
}
