import { documents } from '@cairn/contract/documents';
import { isStaff, type Actor } from '../../platform/actor.ts';
import { routes } from '../../platform/call.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ObjectStore } from '../../platform/store.ts';
import { loanPolicy, loanSeenBy } from '../loans/index.ts';
import { refusedBecause } from './file-rules.ts';
import { isKeyOf, newObjectKey } from './object-key.ts';
import { isUsable } from './policy.ts';
import { presentDocument } from './present.ts';
import { findDocument, insertDocument, type DocumentRow } from './store.ts';

export const documentRoutes = ({ store, secretKey }: { store: ObjectStore; secretKey: string }) =>
  routes(documents, {
    getUploadUrl: async ({ actor, query, reads }) => {
      const loan = await loanTakingFiles(reads, actor, query.loanId);
      const refused = refusedBecause(query.name, query.size);
      if (refused) throw new Refusal(refused, { fieldErrors: { name: query.name } });
      const key = newObjectKey(secretKey, {
        accountId: actor.accountId,
        companyId: loan.company_id,
        loanId: loan.id,
        size: query.size,
      });
      const { url, headers } = await store.uploadUrl(key, query.size);
      return { uploadUrl: url, headers, key, provider: query.provider };
    },

    createDocument: async ({ actor, body, reads, write }) => {
      const loan = await loanTakingFiles(reads, actor, body.loanId);
      const refused = refusedBecause(body.name, body.size);
      if (refused) throw new Refusal(refused);
      const upload = { ...actor, companyId: loan.company_id, loanId: loan.id, size: body.size };
      // Asked before the transaction: the store's answer must not hold a row lock.
      const arrived =
        isKeyOf(secretKey, body.key, upload) && (await store.sizeOf(body.key)) === body.size;
      if (!arrived) throw new Refusal('UPLOAD_MISSING');
      return write((tx) => receive(tx, actor, loan.company_id, body));
    },

    getDocumentWithDownloadUrl: async ({ actor, params, reads }) => {
      const document = await documentSeenBy(reads, actor, params.id);
      return {
        ...presentDocument(document),
        downloadUrl: isUsable(document)
          ? await store.downloadUrl(document.object_key, document.name)
          : null,
      };
    },

    downloadDocument: async ({ actor, params, reads, exchange }) => {
      const document = await documentSeenBy(reads, actor, params.id);
      if (!isUsable(document)) throw new Refusal('FILE_NOT_CLEAN');
      return exchange.sendFile(await store.read(document.object_key), document.name, document.size);
    },
  });

async function loanTakingFiles(reads: Queries, actor: Actor, loanId: string) {
  return grant(loanPolicy, 'upload', actor, await loanSeenBy(reads, actor, loanId));
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
  loanId: string;
}

async function receive(tx: Tx, actor: Actor, companyId: string, body: Received) {
  const id = newId();
  const inserted = await insertDocument(tx, {
    companyId,
    id,
    loanId: body.loanId,
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
    loanId: body.loanId,
    staffOnly: isStaff(actor),
    changes: ['document'],
    detail: { documentId: id, size: body.size },
    starts: { workflow: 'scanDocument', input: { companyId, documentId: id } },
  });
  return presentDocument(await documentSeenBy(tx, actor, id));
}
