/** Files that come without a session: a visitor sends them, or a loan member answers an email. */
import { MAX_SHOEBOX } from '@cairn/contract/shoebox-terms';
import { ApiError } from '../../platform/api-error.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { moveDocumentToLoan } from '../documents/index.ts';
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

/** Refuses what no longer fits. Only with the shoebox locked does the answer hold. */
export async function checkRoom(
  reads: Queries,
  place: Pick<ReceivedFiles, 'companyId' | 'loanId' | 'ownerId'>,
  files: number,
): Promise<void> {
  if (files > 0 && (await countReceivedAt(reads, place)) + files > MAX_SHOEBOX) {
    throw new ApiError('SHOEBOX_FULL');
  }
}

/** The transaction works for the company: that the visitor may send to this loan was checked before. */
export async function receiveItems(tx: Tx, received: ReceivedFiles): Promise<string[]> {
  const { companyId, loanId, ownerId, sessionId, emailAddress, note, documents } = received;
  await lockShoebox(tx, { loanId, ownerId });
  await checkRoom(tx, received, documents.length);
  const ids: string[] = [];
  for (const document of documents) {
    const id = newId();
    if (loanId !== null) {
      await moveDocumentToLoan(tx, { company_id: companyId, document_id: document.id }, loanId);
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

interface MemberFiles {
  companyId: string;
  loanId: string;
  accountId: string;
  documents: readonly { id: string; name: string }[];
}

/** Of a loan member, into the shoebox of the loan. The transaction works for the company, as above. */
export async function receiveMemberFiles(tx: Tx, received: MemberFiles): Promise<void> {
  const { companyId, loanId, accountId, documents } = received;
  if (documents.length === 0) return;
  const place = { companyId, loanId, ownerId: accountId };
  await lockShoebox(tx, place);
  await checkRoom(tx, place, documents.length);
  const itemIds: string[] = [];
  for (const document of documents) {
    const id = newId();
    await insertItem(tx, {
      companyId,
      id,
      loanId,
      documentId: document.id,
      title: document.name,
      userId: accountId,
      ownerId: null,
      uploadedBy: accountId,
      documentType: null,
      entityId: null,
    });
    itemIds.push(id);
  }
  const event = { kind: 'shoebox.added', companyId, loanId, actorId: accountId } as const;
  recordEvent(tx, { ...event, staffOnly: true, changes: ['shoebox'], detail: { itemIds } });
}
