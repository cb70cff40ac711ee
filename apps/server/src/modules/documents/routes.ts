import { UPLOAD_PART_BYTES } from '@cairn/contract';
import { documents } from '@cairn/contract/documents';
import { isOfficeFile, OFFICE_EDIT_MAX_BYTES } from '@cairn/contract/file-terms';
import { isStaff, type Actor } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto.ts';
import { routes, type HttpContext } from '../../platform/handler.ts';
import type { Db, Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { WebStorage } from '../../platform/object-storage.ts';
import { IntegrityError, readStored, startReading } from '../../platform/stored-file.ts';
import { companyPolicy, companySeenBy } from '../companies/index.ts';
import { loanPolicy, loanSeenBy } from '../loans/index.ts';
import { blockIfDamaged, type Log } from './integrity.ts';
import { uploadProblem } from './file-rules.ts';
import { isKeyOf, newObjectKey, type Upload } from './object-key.ts';
import type { OfficeEditor } from './office-server.ts';
import { OFFICE_TOKEN_MS, officeToken } from './office-token.ts';
import { mayEditOffice, mayUnlock } from './policy.ts';
import { presentDocument, presentOpened } from './present.ts';
import { countPasswordTry, unlockDocument } from './unlock-document.ts';
import { abortParts, arrivedParts, completeParts, signParts } from './upload-parts.ts';
import { countUpload } from './upload-quota-store.ts';
import {
  downloadUrl,
  pagesTicket,
  refuseUnlessUsable,
  storedFile,
  ticketMatches,
  wasRead,
} from './record-read.ts';
import { findContent, NO_CONTENT, pageUrls } from './page-urls.ts';
import { isObjectKeyTaken, type DocumentRow } from './store.ts';
import { findVisibleDocument } from './find-document.ts';
import {
  createDocument,
  replaceDocument,
  type DocumentReplaced,
  type UploadDestination,
} from './create-document.ts';

interface Deps {
  readonly storage: WebStorage;
  readonly secretKey: string;
  readonly db: Db;
  readonly limitFactor: number;
  readonly publicUrl: URL;
  /** Undefined: documents cannot be edited in the browser. */
  readonly office: OfficeEditor | undefined;
  readonly log: Log & { warn(about: object, message: string): void };
  /** Throws if the caller may not answer the request that the file is for. */
  authorizeAnswer(reads: Queries, actor: Actor, loanId: string, elementId: string): Promise<void>;
  /** The request that the document answers, and whether the caller may save it. */
  findAnsweredRequest(
    reads: Queries,
    actor: Actor,
    document: DocumentRow,
  ): Promise<AnsweredRequest>;
  /** Throws if the caller may not save it; reconsiders decisions about the earlier bytes. */
  saveAnswerFile(
    tx: Tx,
    actor: Actor,
    document: DocumentRow,
    save: () => Promise<DocumentReplaced>,
  ): Promise<void>;
}

interface AnsweredRequest {
  elementId: string | null;
  maySave: boolean;
}

export const documentRoutes = (deps: Deps) => {
  const { storage, secretKey, db, limitFactor, log } = deps;
  const { authorizeAnswer, findAnsweredRequest, saveAnswerFile } = deps;
  /** People who work on a loan may add files to it, and people who run a company may add files to the company. */
  const authorizeDestination = async (
    reads: Queries,
    actor: Actor,
    { loanId, companyId, formElementId, personal }: RequestedDestination,
  ): Promise<UploadDestination> => {
    if (personal) return ownShoeboxOf(actor);
    if (loanId === undefined) {
      return companyTakingFiles(reads, actor, companyId ?? actor.companyId);
    }
    if (formElementId !== undefined) await authorizeAnswer(reads, actor, loanId, formElementId);
    const visibleLoan = await loanSeenBy(reads, actor, loanId);
    const loan = authorize(loanPolicy, 'upload', actor, visibleLoan);
    return { companyId: loan.company_id, loanId: loan.id, privateTo: null };
  };
  /** Checked before the transaction, which must not hold a row lock while it waits for the store. */
  const refuseUnlessArrived = async (reads: Queries, key: string, upload: Upload) => {
    if (!isKeyOf(secretKey, key, upload)) {
      throw new ApiError('UPLOAD_MISSING', { securityEvent: 'upload.key-forged' });
    }
    if ((await storage.arrivedSize(key)) === upload.size) return;
    // It was scanned and removed from incoming: this is a repeated call, which the transaction answers.
    if (!(await isObjectKeyTaken(reads, key))) throw new ApiError('UPLOAD_MISSING');
  };
  /** Checks that the caller may still upload there, and that they started this upload. */
  const authorizeUpload = async (
    reads: Queries,
    actor: Actor,
    upload: RequestedDestination & { key: string; uploadId: string; size: number },
  ) => {
    const destination = await authorizeDestination(reads, actor, upload);
    const { key, size } = upload;
    if (!isKeyOf(secretKey, key, { accountId: actor.accountId, ...destination, size })) {
      throw new ApiError('UPLOAD_MISSING', { securityEvent: 'upload.key-forged' });
    }
    return upload;
  };
  /** Where the document is edited in the browser, for this caller and for the duration of their session. */
  const editorOf = async (
    actor: Actor,
    document: DocumentRow,
    { sessionToken, subdomain }: Pick<HttpContext, 'sessionToken' | 'subdomain'>,
  ) => {
    if (!storedFile(document) || document.size > OFFICE_EDIT_MAX_BYTES) return null;
    const url = await deps.office?.pageFor(document);
    if (url === undefined || sessionToken === undefined) return null;
    const { protocol, host } = deps.publicUrl;
    const pageOrigin = `${protocol}//${subdomain === undefined ? host : `${subdomain}.${host}`}`;
    const endsAt = Date.now() + OFFICE_TOKEN_MS;
    const sessionHash = hashToken(sessionToken);
    const grant = { actor, sessionHash, pageOrigin, version: document.version, ends: endsAt };
    return { url, accessToken: officeToken(secretKey, document.id, grant), endsAt };
  };
  return routes(documents, {
    getUploadUrl: async ({ actor, query, reads }) => {
      const destination = await authorizeDestination(reads, actor, query);
      const problem = uploadProblem(query.name, query.size);
      if (problem) throw new ApiError(problem, { fieldErrors: { name: query.name } });
      const key = newObjectKey(secretKey, {
        accountId: actor.accountId,
        ...destination,
        size: query.size,
      });
      await countUpload(
        { db, limitFactor },
        { ...destination, accountId: actor.accountId, size: query.size },
      );
      const { url, headers } = await storage.uploadUrl(key, query.size);
      // Also if SHAREPOINT is requested: nothing is stored in a lender's SharePoint before it was scanned.
      return { uploadUrl: url, headers, key, provider: 'S3' as const };
    },

    createUpload: async ({ actor, body, reads }) => {
      const destination = await authorizeDestination(reads, actor, body);
      const problem =
        body.size < UPLOAD_PART_BYTES ? 'FILE_TOO_SMALL' : uploadProblem(body.name, body.size);
      if (problem) throw new ApiError(problem, { fieldErrors: { name: body.name } });
      const upload = { accountId: actor.accountId, ...destination, size: body.size };
      const key = newObjectKey(secretKey, upload);
      await countUpload({ db, limitFactor }, upload);
      return { key, uploadId: await storage.beginUpload(key), partSize: UPLOAD_PART_BYTES };
    },

    listUploadParts: async ({ actor, query, reads }) => {
      const upload = await authorizeUpload(reads, actor, query);
      return { parts: await arrivedParts(storage, upload) };
    },

    signUploadParts: async ({ actor, query, reads }) => {
      const upload = await authorizeUpload(reads, actor, query);
      return { parts: await signParts(storage, upload, query.part) };
    },

    completeUpload: async ({ actor, body, reads }) => {
      const upload = await authorizeUpload(reads, actor, body);
      return completeParts(storage, reads, upload);
    },

    abortUpload: async ({ actor, body, reads }) => {
      await abortParts(storage, await authorizeUpload(reads, actor, body));
      return {};
    },

    reportUploadFailure: async ({ actor, body }) => {
      log.warn(
        { event: 'upload.failed', account: actor.accountId, ...body },
        'a browser could not upload a file: with step STORE, check that browsers reach the object store',
      );
      return {};
    },

    createDocument: async ({ actor, body, reads, write }) => {
      const destination = await authorizeDestination(reads, actor, body);
      const problem = uploadProblem(body.name, body.size);
      if (problem) throw new ApiError(problem);
      const upload = { accountId: actor.accountId, ...destination, size: body.size };
      await refuseUnlessArrived(reads, body.key, upload);
      return write((tx) => createDocument(tx, actor, destination, body));
    },

    getDocumentWithDownloadUrl: async ({ actor, params, traced }) => {
      const { document, request, content } = await traced(async (reads) => {
        const visible = await findVisibleDocument(reads, actor, params.id);
        const opened = {
          document: visible,
          request: await findAnsweredRequest(reads, actor, visible),
        };
        if (!storedFile(visible)) return { content: { ...opened, content: NO_CONTENT } };
        const pages = await findContent(reads, visible);
        return {
          content: { ...opened, content: pages },
          event: await wasRead(reads, visible, actor),
        };
      });
      const isStored = storedFile(document) !== undefined;
      return {
        ...presentOpened(document, request),
        downloadUrl: isStored ? downloadUrl(secretKey, actor, document) : null,
        pagesTicket: isStored ? pagesTicket(secretKey, actor, document) : null,
        ...pageUrls(secretKey, actor, document, content),
      };
    },

    getDocumentWithEditUrl: async ({ actor, params, traced, http }) => {
      const { document, request } = await traced(async (reads) => {
        const visible = await findVisibleDocument(reads, actor, params.id);
        const opened = {
          document: visible,
          request: await findAnsweredRequest(reads, actor, visible),
        };
        if (!mayEditOffice(actor, opened.request)) throw new ApiError('UNAUTHORIZED');
        if (!isOfficeFile(visible.name)) throw new ApiError('FILE_INVALID_TYPE');
        return storedFile(visible)
          ? { content: opened, event: await wasRead(reads, visible, actor) }
          : { content: opened };
      });
      return {
        ...presentOpened(document, request),
        editDownloadUrl: storedFile(document) ? downloadUrl(secretKey, actor, document) : null,
        editor: await editorOf(actor, document, http),
      };
    },

    saveDocument: async ({ actor, params, body, reads, write }) => {
      const document = await findVisibleDocument(reads, actor, params.id);
      if (!(await findAnsweredRequest(reads, actor, document)).maySave)
        throw new ApiError('UNAUTHORIZED');
      const problem = uploadProblem(body.name ?? document.name, body.size);
      if (problem) throw new ApiError(problem);
      await refuseUnlessArrived(reads, body.key, {
        accountId: actor.accountId,
        companyId: document.company_id,
        loanId: document.loan_id,
        size: body.size,
      });
      return write(async (tx) => {
        await saveAnswerFile(tx, actor, document, () =>
          replaceDocument(tx, actor, document.id, body),
        );
        const newVersion = await findVisibleDocument(tx, actor, document.id);
        return presentOpened(newVersion, await findAnsweredRequest(tx, actor, newVersion));
      });
    },

    unlockDocument: async ({ actor, params, body, reads, write }) => {
      const document = await findVisibleDocument(reads, actor, params.id);
      const request = await findAnsweredRequest(reads, actor, document);
      if (!mayUnlock(document, actor, request)) throw new ApiError('UNAUTHORIZED');
      if (!(await countPasswordTry(deps, document))) return presentDocument(document);
      return write(async (tx) => {
        const { password } = body;
        await unlockDocument(tx, document, { secretKey, password, actorId: actor.accountId });
        return presentDocument(await findVisibleDocument(tx, actor, document.id));
      });
    },

    downloadDocument: async ({ actor, params, query, reads, traced, http }) => {
      const document = await traced(async (transaction) => {
        const visible = await findVisibleDocument(transaction, actor, params.id);
        if (!storedFile(visible)) throw new ApiError('FILE_NOT_CLEAN');
        const isRecorded =
          query.ticket !== undefined && ticketMatches(secretKey, actor, visible, query.ticket);
        return isRecorded
          ? { content: visible }
          : { content: visible, event: await wasRead(transaction, visible, actor) };
      });
      const file = storedFile(document)!;
      const range = http.requestedRange(file.size, file.sha256.toString('hex'));
      const content = await startReading(
        readStored(storage.vault, file, range?.from ?? 0, range?.to ?? file.size),
        {
          // Removing the document also ends a download in progress.
          stillAllowed: () => findVisibleDocument(reads, actor, params.id).then(refuseUnlessUsable),
          failed: (error) => blockIfDamaged({ db, log }, document, error),
        },
      ).catch((error: unknown) => {
        throw error instanceof IntegrityError ? new ApiError('FILE_NOT_CLEAN') : error;
      });
      return http.sendStored(content, { name: document.name, ...file, range });
    },
  });
};

interface RequestedDestination {
  loanId?: string | undefined;
  companyId?: string | undefined;
  formElementId?: string | undefined;
  personal: boolean;
}

/** The employee's own shoebox. */
function ownShoeboxOf(actor: Actor): UploadDestination {
  if (!isStaff(actor)) throw new ApiError('UNAUTHORIZED');
  return { companyId: actor.companyId, loanId: null, privateTo: actor.accountId };
}

async function companyTakingFiles(
  reads: Queries,
  actor: Actor,
  companyId: string | null,
): Promise<UploadDestination> {
  if (companyId === null) {
    throw invalidField('loanId', 'Required');
  }
  const visibleCompany = await companySeenBy(reads, actor, companyId);
  const { id } = authorize(companyPolicy, 'edit', actor, visibleCompany);
  return { companyId: id, loanId: null, privateTo: null };
}
