import { documents } from '@cairn/contract/documents';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { newId } from '../../platform/ids.ts';
import { record, type Happening } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ObjectStore } from '../../platform/store.ts';
import { companyPolicy, companySeenBy } from '../companies/index.ts';
import { loanPolicy, loanSeenBy } from '../loans/index.ts';
import { refusedBecause } from './file-rules.ts';
import { isKeyOf, newObjectKey } from './object-key.ts';
import { isUsable } from './policy.ts';
import { presentDocument } from './present.ts';
import { findDocument, insertDocument, loanHandingOut, type DocumentRow } from './store.ts';

interface Surroundings {
  readonly store: ObjectStore;
  readonly secretKey: string;
  /** Refuses whoever may not answer the request that the file is for. */
  requestToAnswer(reads: Queries, actor: Actor, loanId: string, elementId: string): Promise<void>;
}

export const documentRoutes = ({ store, secretKey, requestToAnswer }: Surroundings) => {
  /** A loan takes files from whoever works on it, a company from whoever runs it. */
  const placeTakingFiles = async (
    reads: Queries,
    actor: Actor,
    { loanId, companyId, formElementId }: Destination,
  ): Promise<Place> => {
    if (loanId === undefined) {
      return companyTakingFiles(reads, actor, companyId ?? actor.companyId);
    }
    if (formElementId !== undefined) await requestToAnswer(reads, actor, loanId, formElementId);
    const seen = await loanSeenBy(reads, actor, loanId);
    const loan = grant(loanPolicy, 'upload', actor, seen);
    return { companyId: loan.company_id, loanId: loan.id };
  };
  return routes(documents, {
    getUploadUrl: async ({ actor, query, reads }) => {
      const place = await placeTakingFiles(reads, actor, query);
      const refused = refusedBecause(query.name, query.size);
      if (refused) throw new Refusal(refused, { fieldErrors: { name: query.name } });
      const key = newObjectKey(secretKey, {
        accountId: actor.accountId,
        ...place,
        size: query.size,
      });
      const { url, headers } = await store.uploadUrl(key, query.size);
      return { uploadUrl: url, headers, key, provider: query.provider };
    },

    createDocument: async ({ actor, body, reads, write }) => {
      const place = await placeTakingFiles(reads, actor, body);
      const refused = refusedBecause(body.name, body.size);
      if (refused) throw new Refusal(refused);
      const upload = { accountId: actor.accountId, ...place, size: body.size };
      // Asked before the transaction: the store's answer must not hold a row lock.
      const arrived =
        isKeyOf(secretKey, body.key, upload) && (await store.sizeOf(body.key)) === body.size;
      if (!arrived) throw new Refusal('UPLOAD_MISSING');
      return write((tx) => receive(tx, actor, place, body));
    },

    getDocumentWithDownloadUrl: async ({ actor, params, traced }) => {
      const document = await traced(async (reads) => {
        const found = await documentSeenBy(reads, actor, params.id);
        return isUsable(found)
          ? { found, happening: await wasRead(reads, found, actor) }
          : { found };
      });
      return {
        ...presentDocument(document),
        downloadUrl: isUsable(document)
          ? await store.downloadUrl(document.object_key, document.name)
          : null,
      };
    },

    downloadDocument: async ({ actor, params, traced, exchange }) => {
      const document = await traced(async (reads) => {
        const found = await documentSeenBy(reads, actor, params.id);
        if (!isUsable(found)) throw new Refusal('FILE_NOT_CLEAN');
        return { found, happening: await wasRead(reads, found, actor) };
      });
      return exchange.sendFile(await store.read(document.object_key), document.name, document.size);
    },
  });
};

interface Destination {
  loanId?: string | undefined;
  companyId?: string | undefined;
  formElementId?: string | undefined;
}
interface Place {
  companyId: string;
  loanId: string | null;
}

async function companyTakingFiles(
  reads: Queries,
  actor: Actor,
  companyId: string | null,
): Promise<Place> {
  if (companyId === null) {
    throw new Refusal('INVALID_REQUEST', { fieldErrors: { loanId: 'Required' } });
  }
  const seen = await companySeenBy(reads, actor, companyId);
  return { companyId: grant(companyPolicy, 'edit', actor, seen).id, loanId: null };
}

/** Committed before the first byte, or the address of it, leaves: no read goes unrecorded. */
async function wasRead(reads: Queries, document: DocumentRow, actor: Actor): Promise<Happening> {
  const isHandedOut = document.loan_id === null && !isStaff(actor) && !isPlatformAdmin(actor);
  const loanId = isHandedOut ? await loanHandingOut(reads, actor, document) : document.loan_id;
  return {
    kind: 'document.read',
    companyId: document.company_id,
    actorId: actor.accountId,
    ...(loanId && { loanId }),
    // Nobody's page shows it: only the reader's own stream is told that something was recorded.
    accountId: actor.accountId,
    changes: [],
    detail: { documentId: document.id },
  };
}

async function documentSeenBy(reads: Queries, actor: Actor, id: string): Promise<DocumentRow> {
  const document = await findDocument(reads, actor, id);
  if (!document) throw new Refusal('NOT_FOUND');
  return document;
}

interface Received {
  name: string;
  key: string;
  provider: 'S3' | 'SHAREPOINT';
  size: number;
}

async function receive(tx: Tx, actor: Actor, { companyId, loanId }: Place, body: Received) {
  const id = newId();
  const inserted = await insertDocument(tx, {
    companyId,
    id,
    loanId,
    name: body.name,
    provider: body.provider,
    objectKey: body.key,
    size: body.size,
    createdBy: actor.accountId,
  });
  if (!inserted) throw new Refusal('CONFLICT');
  record(tx, {
    kind: 'document.uploaded',
    companyId,
    actorId: actor.accountId,
    ...(loanId !== null && { loanId }),
    staffOnly: isStaff(actor),
    changes: ['document'],
    detail: { documentId: id, size: body.size },
    starts: { workflow: 'scanDocument', input: { companyId, documentId: id } },
  });
  return presentDocument(await documentSeenBy(tx, actor, id));
}
