/** Files of a session: uploaded to the incoming bucket, scanned, and submitted together. */
import { createHash, createHmac } from 'node:crypto';
import { MAX_ANONYMOUS_FILES } from '@cairn/contract';
import { keyFor } from '../../platform/crypto.ts';
import { anonymous, type Db, type Tx } from '../../platform/db/db.ts';
import { idFrom, newId } from '../../platform/ids.ts';
import { countUp } from '../../platform/rate-limit.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toPlainLine, toPlainText } from '../../platform/unicode.ts';
import {
  finishUpload,
  insertDocument,
  isObjectKeyTaken,
  removeDocuments,
  renameDocument,
  countDailyUpload,
  countUpload,
  uploadProblem,
} from '../documents/index.ts';
import { receiveItems } from '../shoebox/index.ts';
import {
  addDocument,
  dropDocument,
  findDocuments,
  loansOf,
  saveSubmitted,
  type AnonymousDocumentRow,
  type SessionRow,
} from './store.ts';

const GIBIBYTE = 2 ** 30;
/** Uploads started per day, finished or not (docs/operations/limits.md). */
const DAILY = {
  session: { urls: 2 * MAX_ANONYMOUS_FILES, bytes: 5 * GIBIBYTE },
  link: { urls: 1000, bytes: 20 * GIBIBYTE },
  company: { urls: 5000, bytes: 100 * GIBIBYTE },
};

/** Separate counters, so that visitors never use up the limits of employees and borrowers. */
const holderOf = (kind: string, id: string): string =>
  idFrom(createHash('sha256').update(`anonymous uploads ${kind} ${id}`).digest());

/** The data that an object key is signed over; the session is the uploader. */
export const uploadOf = ({ company_id, id }: SessionRow, size: number) => ({
  accountId: id,
  companyId: company_id,
  loanId: null,
  size,
});

export async function countVisitorUpload(
  deps: { db: Db; limitFactor: number },
  session: SessionRow,
  size: number,
): Promise<void> {
  if (session.document_ids.length >= MAX_ANONYMOUS_FILES) throw new ApiError('UPLOAD_LINK_QUOTA');
  const isTaken = await countDailyUpload(deps, size, [
    { holder: holderOf('session', session.id), ...DAILY.session },
    { holder: holderOf('link', session.account_id), ...DAILY.link },
    { holder: holderOf('company', session.company_id), ...DAILY.company },
  ]);
  if (!isTaken) throw new ApiError('UPLOAD_LINK_QUOTA');
  await countUpload(deps, uploadOf(session, size));
}

interface UploadedObject {
  name: string;
  key: string;
  size: number;
}

/** Until it is submitted, the file is private to the owner of the link, and in no list. */
export async function createDocument(
  tx: Tx,
  session: SessionRow,
  body: UploadedObject,
): Promise<AnonymousDocumentRow> {
  if (session.document_ids.length >= MAX_ANONYMOUS_FILES) throw new ApiError('UPLOAD_LINK_QUOTA');
  if (await isObjectKeyTaken(tx, body.key)) throw new ApiError('CONFLICT');
  const id = newId();
  const companyId = session.company_id;
  const inserted = await insertDocument(tx, {
    companyId,
    id,
    loanId: null,
    name: body.name,
    provider: 'S3',
    objectKey: body.key,
    size: body.size,
    createdBy: session.id,
    privateTo: session.account_id,
  });
  if (!inserted) throw new ApiError('CONFLICT');
  await addDocument(tx, session, id);
  await finishUpload(tx, body.key, uploadOf(session, body.size));
  recordEvent(tx, {
    kind: 'anonymousSession.uploaded',
    companyId,
    accountId: session.account_id,
    staffOnly: true,
    changes: [],
    detail: { documentId: id, size: body.size, sessionId: session.id },
    starts: { workflow: 'scanDocument', input: { companyId, documentId: id } },
  });
  const [row] = await findDocuments(tx, { company_id: companyId, document_ids: [id] });
  return row!;
}

/** A file of this session; NOT_FOUND for another session's. */
export async function documentOf(
  reads: Parameters<typeof findDocuments>[0],
  session: SessionRow,
  id: string,
): Promise<AnonymousDocumentRow> {
  if (!session.document_ids.includes(id)) throw new ApiError('NOT_FOUND');
  const [row] = await findDocuments(reads, { ...session, document_ids: [id] });
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

/** Each download is recorded, so without a limit a visitor could fill the audit log. */
const DOWNLOADS_PER_HOUR = 200;
const HOUR = 3600;

export async function countVisitorDownload(
  { db, secretKey, limitFactor }: { db: Db; secretKey: string; limitFactor: number },
  session: SessionRow,
): Promise<void> {
  const key = keyFor(secretKey, 'downloads without an account');
  const hash = createHmac('sha256', key).update(session.id).digest();
  const { calls, left: secondsLeft } = await db.write(anonymous, (tx) => countUp(tx, hash, HOUR));
  if (calls > DOWNLOADS_PER_HOUR * limitFactor) {
    throw new ApiError('RATE_LIMITED', { headers: { 'retry-after': String(secondsLeft) } });
  }
}

const extensionOf = (name: string): string => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? '';

export async function editDocument(
  tx: Tx,
  session: SessionRow,
  {
    id,
    name: newName,
    remove,
  }: { id: string; name?: string | undefined; remove?: boolean | undefined },
): Promise<void> {
  const document = await documentOf(tx, session, id);
  if (document.submitted_at !== null) throw new ApiError('ALREADY_SUBMITTED');
  if (remove === true) {
    await dropDocument(tx, session, id);
    await removeDocuments(tx, session.company_id, [id]);
    return;
  }
  if (newName === undefined) return;
  const name = toPlainLine(newName);
  // The content was checked against the type in the old name, so the new name must have the same type.
  if (uploadProblem(name, document.size) || extensionOf(name) !== extensionOf(document.name)) {
    throw new ApiError('FILE_INVALID_TYPE');
  }
  await renameDocument(tx, document, name);
}

export interface Submission {
  loanId?: string | undefined;
  documentIds: readonly string[];
  comment?: string | undefined;
}

export async function submitDocuments(
  tx: Tx,
  session: SessionRow,
  { loanId, documentIds, comment }: Submission,
): Promise<void> {
  const { company_id: companyId, account_id: ownerId, id: sessionId } = session;
  // Checked again: a person who was removed from the loan meanwhile must not send files to it.
  if (loanId !== undefined) {
    const loans = await tx.run(loansOf(session));
    if (!loans.some(({ id }) => id === loanId)) throw new ApiError('LOAN_NOT_FOUND');
  }
  const documents: AnonymousDocumentRow[] = [];
  for (const id of new Set(documentIds)) documents.push(await documentOf(tx, session, id));
  if (documents.some(({ submitted_at }) => submitted_at !== null)) {
    throw new ApiError('ALREADY_SUBMITTED');
  }
  if (documents.some(({ virus_scan_state }) => virus_scan_state === 'INFECTED')) {
    throw new ApiError('FILE_NOT_CLEAN');
  }
  const itemIds = await receiveItems(tx, {
    companyId,
    loanId: loanId ?? null,
    ownerId,
    sessionId,
    emailAddress: session.email_address,
    note: toPlainText(comment ?? '') || null,
    documents,
  });
  await saveSubmitted(tx, session);
  const detail = {
    itemIds,
    sessionId,
    ...(documents.length === 1 && { documentId: documents[0]!.id }),
  };
  const event = {
    kind: 'anonymousSession.submitted' as const,
    companyId,
    staffOnly: true,
    changes: ['shoebox'] as const,
    detail,
  };
  if (loanId !== undefined) {
    recordEvent(tx, { ...event, loanId });
    return;
  }
  recordEvent(tx, {
    ...event,
    accountId: ownerId,
    starts: {
      workflow: 'sendMail',
      input: {
        mail: 'filesReceived',
        companyId,
        accountId: ownerId,
        files: documents.length,
      },
    },
  });
}
