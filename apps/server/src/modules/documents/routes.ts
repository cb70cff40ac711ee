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
import { isKeyOf, newObjectKey, type Upload } from './object-key.ts';
import { isOpenTo, isUsable } from './policy.ts';
import { presentDocument, presentOpened } from './present.ts';
import {
  findDocument,
  insertDocument,
  isTaken,
  loanHandingOut,
  lockDocument,
  replaceBytes,
  type DocumentRow,
} from './store.ts';

interface Surroundings {
  readonly store: ObjectStore;
  readonly secretKey: string;
  /** Refuses whoever may not answer the request that the file is for. */
  requestToAnswer(reads: Queries, actor: Actor, loanId: string, elementId: string): Promise<void>;
  /** What the document answers, and whether the caller may save it. */
  answeredWith(reads: Queries, actor: Actor, document: DocumentRow): Promise<Answered>;
  /** Refuses whoever may not save it; what was decided about the earlier bytes is looked at again. */
  saveAnsweredWith(
    tx: Tx,
    actor: Actor,
    document: DocumentRow,
    save: () => Promise<Saved>,
  ): Promise<void>;
}

interface Answered {
  elementId: string | null;
  maySave: boolean;
}
interface Saved {
  detail: Record<string, unknown>;
  starts: NonNullable<Happening['starts']>;
}

export const documentRoutes = (surroundings: Surroundings) => {
  const { store, secretKey, requestToAnswer, answeredWith, saveAnsweredWith } = surroundings;
  /** A loan takes files from whoever works on it, a company from whoever runs it. */
  const placeTakingFiles = async (
    reads: Queries,
    actor: Actor,
    { loanId, companyId, formElementId, personal }: Destination,
  ): Promise<Place> => {
    if (personal) return ownShoeboxOf(actor);
    if (loanId === undefined) {
      return companyTakingFiles(reads, actor, companyId ?? actor.companyId);
    }
    if (formElementId !== undefined) await requestToAnswer(reads, actor, loanId, formElementId);
    const seen = await loanSeenBy(reads, actor, loanId);
    const loan = grant(loanPolicy, 'upload', actor, seen);
    return { companyId: loan.company_id, loanId: loan.id, privateTo: null };
  };
  /** Asked before a transaction: the store's answer must not hold a row lock. */
  const refuseUnlessArrived = async (key: string, upload: Upload): Promise<void> => {
    const arrived = isKeyOf(secretKey, key, upload) && (await store.sizeOf(key)) === upload.size;
    if (!arrived) throw new Refusal('UPLOAD_MISSING');
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
      await refuseUnlessArrived(body.key, upload);
      return write((tx) => receive(tx, actor, place, body));
    },

    getDocumentWithDownloadUrl: async ({ actor, params, traced }) => {
      const { document, answered } = await traced(async (reads) => {
        const seen = await documentSeenBy(reads, actor, params.id);
        const found = { document: seen, answered: await answeredWith(reads, actor, seen) };
        return isUsable(seen) ? { found, happening: await wasRead(reads, seen, actor) } : { found };
      });
      return {
        ...presentOpened(document, answered),
        downloadUrl: isUsable(document)
          ? await store.downloadUrl(document.object_key, document.name)
          : null,
      };
    },

    saveDocument: async ({ actor, params, body, reads, write }) => {
      const seen = await documentSeenBy(reads, actor, params.id);
      if (!(await answeredWith(reads, actor, seen)).maySave) throw new Refusal('UNAUTHORIZED');
      const refused = refusedBecause(body.name ?? seen.name, body.size);
      if (refused) throw new Refusal(refused);
      await refuseUnlessArrived(body.key, {
        accountId: actor.accountId,
        companyId: seen.company_id,
        loanId: seen.loan_id,
        size: body.size,
      });
      return write(async (tx) => {
        await saveAnsweredWith(tx, actor, seen, () => save(tx, actor, seen.id, body));
        const saved = await documentSeenBy(tx, actor, seen.id);
        return presentOpened(saved, await answeredWith(tx, actor, saved));
      });
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
  personal: boolean;
}
interface Place {
  companyId: string;
  loanId: string | null;
  /** Set: nobody else sees it. */
  privateTo: string | null;
}

/** For their own shoebox, whoever works for a company. */
function ownShoeboxOf(actor: Actor): Place {
  if (!isStaff(actor)) throw new Refusal('UNAUTHORIZED');
  return { companyId: actor.companyId, loanId: null, privateTo: actor.accountId };
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
  const { id } = grant(companyPolicy, 'edit', actor, seen);
  return { companyId: id, loanId: null, privateTo: null };
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

interface SavedBytes {
  key: string;
  size: number;
  version: number;
  name?: string | undefined;
}

async function save(tx: Tx, actor: Actor, id: string, body: SavedBytes): Promise<Saved> {
  const document = await lockDocument(tx, actor, id);
  if (!document) throw new Refusal('NOT_FOUND');
  if (document.version !== body.version) throw new Refusal('FILE_CHANGED');
  if (!isOpenTo(document, actor)) throw new Refusal('FILE_NOT_CLEAN');
  if (await isTaken(tx, body.key)) throw new Refusal('UPLOAD_MISSING');
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

async function receive(tx: Tx, actor: Actor, place: Place, body: Received) {
  const { companyId, loanId, privateTo } = place;
  // Also the bytes of an earlier version: they are somebody's already.
  if (await isTaken(tx, body.key)) throw new Refusal('CONFLICT');
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
    privateTo,
  });
  if (!inserted) throw new Refusal('CONFLICT');
  record(tx, {
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
  return presentDocument(await documentSeenBy(tx, actor, id));
}
