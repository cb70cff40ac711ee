/** Files that arrive without a session: from a visitor, or from a loan member who replies to an email. */
import { MAX_SHOEBOX } from '@cairn/contract/shoebox-terms';
import { ApiError } from '../../platform/api-error.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { moveDocumentToLoan } from '../documents/index.ts';
import { countReceivedAt, insertItem, lockShoebox } from './store.ts';

export interface ReceivedFiles {
  companyId: string;
  /** Null: the shoebox of `ownerId`. */
  loanId: string | null;
  ownerId: string;
  /** The visitor's upload session, which has no account. */
  sessionId: string;
  emailAddress: string;
  note: string | null;
  documents: readonly { id: string; name: string }[];
}

/** Throws if the shoebox has no room. Reliable only while the shoebox is locked. */
export async function checkRoom(
  reads: Queries,
  place: Pick<ReceivedFiles, 'companyId' | 'loanId' | 'ownerId'>,
  files: number,
): Promise<void> {
  if (files > 0 && (await countReceivedAt(reads, place)) + files > MAX_SHOEBOX) {
    throw new ApiError('SHOEBOX_FULL');
  }
}

/** Runs in the company's scope; the caller has checked that the visitor may send to this loan. */
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

/** Adds files of a loan member to the loan's shoebox. Runs in the company's scope too. */
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
