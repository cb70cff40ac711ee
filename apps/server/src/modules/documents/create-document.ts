/**
 * Creates a document from an uploaded object, or saves new bytes of one: row, quota, event and scan in one
 * transaction.
 */
import { isStaff, type Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent, type DomainEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { isOpenTo } from './policy.ts';
import { presentDocument } from './present.ts';
import { finishUpload } from './upload-quota-store.ts';
import { insertDocument, isObjectKeyTaken, lockDocument, replaceBytes } from './store.ts';
import { findVisibleDocument } from './find-document.ts';

export interface DocumentReplaced {
  detail: Record<string, unknown>;
  starts: NonNullable<DomainEvent['starts']>;
}

export interface UploadDestination {
  companyId: string;
  loanId: string | null;
  /** If set, only this user sees the document. */
  privateTo: string | null;
}

interface UploadedObject {
  name: string;
  key: string;
  size: number;
}

interface ReplacementObject {
  key: string;
  size: number;
  version: number;
  name?: string | undefined;
}

export async function replaceDocument(
  tx: Tx,
  actor: Actor,
  id: string,
  body: ReplacementObject,
): Promise<DocumentReplaced> {
  const document = await lockDocument(tx, actor, id);
  if (!document) throw new ApiError('NOT_FOUND');
  if (document.version !== body.version) throw new ApiError('FILE_CHANGED');
  if (!isOpenTo(document, actor)) throw new ApiError('FILE_NOT_CLEAN');
  if (await isObjectKeyTaken(tx, body.key)) throw new ApiError('UPLOAD_MISSING');
  await finishUpload(tx, body.key, {
    accountId: actor.accountId,
    companyId: document.company_id,
    size: body.size,
  });
  await replaceBytes(tx, document, {
    name: body.name ?? document.name,
    objectKey: body.key,
    size: body.size,
    writtenBy: actor.accountId,
  });
  const version = document.version + 1;
  return {
    detail: { documentId: id, version, size: body.size },
    starts: {
      workflow: 'scanDocument',
      input: { companyId: document.company_id, documentId: id, version },
    },
  };
}

export async function createDocument(
  tx: Tx,
  actor: Actor,
  destination: UploadDestination,
  body: UploadedObject,
) {
  const { companyId, loanId, privateTo } = destination;
  // Includes the bytes of earlier versions, which belong to a document too.
  if (await isObjectKeyTaken(tx, body.key)) throw new ApiError('CONFLICT');
  const id = newId();
  const inserted = await insertDocument(tx, {
    companyId,
    id,
    loanId,
    name: body.name,
    provider: 'S3',
    objectKey: body.key,
    size: body.size,
    createdBy: actor.accountId,
    privateTo,
  });
  if (!inserted) throw new ApiError('CONFLICT');
  await finishUpload(tx, body.key, { accountId: actor.accountId, companyId, size: body.size });
  recordEvent(tx, {
    kind: 'document.uploaded',
    companyId,
    actorId: actor.accountId,
    ...(loanId !== null && { loanId }),
    ...(privateTo !== null && { accountId: privateTo }),
    staffOnly: isStaff(actor),
    changes: ['document'],
    detail: { documentId: id, size: body.size },
    starts: { workflow: 'scanDocument', input: { companyId, documentId: id } },
  });
  return presentDocument(await findVisibleDocument(tx, actor, id));
}
