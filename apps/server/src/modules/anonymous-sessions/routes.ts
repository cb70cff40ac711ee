import { API_BASE_PATH, MAX_ANONYMOUS_EXTENSIONS, UPLOAD_PART_BYTES } from '@cairn/contract';
import { anonymousSessions } from '@cairn/contract/anonymous-sessions';
import { isStaff } from '../../platform/actor.ts';
import { hashToken } from '../../platform/crypto.ts';
import type { Db, Queries } from '../../platform/db/db.ts';
import { routes, type HttpContext } from '../../platform/handler.ts';
import { newId } from '../../platform/ids.ts';
import type { MemoryRateLimit } from '../../platform/memory-rate-limit.ts';
import type { WebStorage } from '../../platform/object-storage.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import { toPlainLine } from '../../platform/unicode.ts';
import {
  IntegrityError,
  readStored,
  startReading,
  type StoredFile,
} from '../../platform/stored-file.ts';
import {
  abortParts,
  arrivedParts,
  completeParts,
  isKeyOf,
  isObjectKeyTaken,
  isUsable,
  newObjectKey,
  signParts,
  countPasswordTry,
  unlockDocument,
  uploadProblem,
} from '../documents/index.ts';
import { loanSeenBy } from '../loans/index.ts';
import {
  findLiveSession,
  findOwnSession,
  type OpenedSession,
  linkBy,
  lockLiveSession,
  scopeOf,
} from './find-session.ts';
import { presentAnonymousDocument, presentOwner, presentSession } from './present.ts';
import {
  countVisit,
  findDocuments,
  findOwner,
  findSession,
  findSessionById,
  findUploadCode,
  insertVouched,
  loansOf,
  saveExtensionRequested,
  sessionsOfBrowser,
  type AnonymousDocumentRow,
  type SessionRow,
} from './store.ts';
import {
  createDocument,
  documentOf,
  editDocument,
  submitDocuments,
  countVisitorDownload,
  countVisitorUpload,
  uploadOf,
} from './upload-files.ts';
import {
  checkCode,
  extendByCode,
  extendSession,
  sendCode,
  startSession,
} from './verify-address.ts';

const DONE = { success: true };

interface Deps {
  readonly db: Db;
  readonly storage: WebStorage;
  readonly secretKey: string;
  readonly limitFactor: number;
  readonly site: string;
  readonly pdfKey: string;
  /** The same limit as for calls with an account. */
  readonly rate: Pick<MemoryRateLimit, 'take'>;
}

export const anonymousSessionRoutes = (deps: Deps) => {
  const { db, storage, secretKey, site, pdfKey, rate } = deps;

  /**
   * A visitor may make as many calls as a user. Counted when the session is found, so that made-up ids use up no
   * one's limit.
   */
  const withRateLimit = async (finding: Promise<OpenedSession>): Promise<OpenedSession> => {
    const own = await finding;
    rate.take(own.session.id);
    return own;
  };
  const own = (http: HttpContext, secret: string) =>
    withRateLimit(findOwnSession(db, http, secret));
  const live = (http: HttpContext, secret: string) =>
    withRateLimit(findLiveSession(db, http, secret));

  const present = async (reads: Queries, session: SessionRow) =>
    presentSession(session, await findDocuments(reads, session));

  async function visit(http: HttpContext, code: string, withSession: boolean) {
    const link = await linkBy(db.reads({ kind: 'anonymous' }), code);
    const scope = scopeOf(link.company_id, http);
    await db.write(scope, async (tx) => countVisit(tx, link, withSession));
    return { success: true, owner: presentOwner(await findOwner(db.reads(scope), link)) };
  }

  /** A multipart upload that this session started, as its key shows. */
  async function findOwnUpload<Upload extends { key: string; size: number }>(
    http: HttpContext,
    secret: string,
    upload: Upload,
  ): Promise<{ upload: Upload; reads: Queries }> {
    const { session, reads } = await live(http, secret);
    if (!isKeyOf(secretKey, upload.key, uploadOf(session, upload.size))) {
      throw new ApiError('UPLOAD_MISSING', { securityEvent: 'upload.key-forged' });
    }
    return { upload, reads };
  }

  return routes(anonymousSessions, {
    verifyAnonymousEmail: async ({ body, reads, write, http }) => {
      const link = await linkBy(reads, body.lenderUniqueCode);
      await sendCode(deps, { write, http }, { link, emailAddress: body.emailAddress });
      return DONE;
    },

    verifyAnonymousCode: async ({ body, reads, write, http }) => {
      const { lenderUniqueCode: uniqueCode, ...proof } = body;
      const link = await linkBy(reads, uniqueCode);
      const { id, token } = await startSession(
        deps,
        { write, http },
        { ...proof, link, uniqueCode },
      );
      const companyReads = db.reads(scopeOf(link.company_id, http));
      const session = (await findSession(companyReads, link.company_id, id))!;
      return {
        success: true,
        session: { ...(await present(companyReads, session)), session: token },
      };
    },

    verifyConfirmationCode: async ({ body, write, http }) => {
      await checkCode(deps, { write, http }, body);
      return DONE;
    },

    createSecureUploadVisit: ({ params, http }) => visit(http, params.lenderId, false),

    createSessionUploadVisit: async ({ params, http }) => {
      await own(http, params.sessionId);
      return visit(http, params.lenderId, true);
    },

    getAnonymousSession: async ({ params, http }) => {
      const { session, reads } = await own(http, params.id);
      return present(reads, session);
    },

    getAnonymousUser: async ({ params, http }) => {
      const { session } = await own(http, params.id);
      return { id: session.id, type: 'ANONYMOUS' as const, emailAddress: session.email_address };
    },

    listAnonymousLoans: async ({ params, http }) => {
      const { session, reads } = await live(http, params.session);
      const rows = await reads.run(loansOf(session));
      return {
        loans: rows.map(({ id, short_code, name }) => ({ id, shortCode: short_code, name })),
      };
    },

    getAnonymousPdfKey: async ({ params, http }) => {
      await live(http, params.session);
      return { pdfKey };
    },

    getAnonymousUploadUrl: async ({ params, query, http }) => {
      const { session } = await live(http, params.session);
      const problem = uploadProblem(query.name, query.size);
      if (problem) throw new ApiError(problem, { fieldErrors: { name: query.name } });
      await countVisitorUpload(deps, session, query.size);
      const key = newObjectKey(secretKey, uploadOf(session, query.size));
      const { url, headers } = await storage.uploadUrl(key, query.size);
      return { uploadUrl: url, headers, key, provider: 'S3' as const };
    },

    createAnonymousUpload: async ({ params, body: { name, size }, http }) => {
      const { session } = await live(http, params.session);
      const problem = size < UPLOAD_PART_BYTES ? 'FILE_TOO_SMALL' : uploadProblem(name, size);
      if (problem) throw new ApiError(problem, { fieldErrors: { name } });
      await countVisitorUpload(deps, session, size);
      const key = newObjectKey(secretKey, uploadOf(session, size));
      return { key, uploadId: await storage.beginUpload(key), partSize: UPLOAD_PART_BYTES };
    },

    listAnonymousUploadParts: async ({ params, query, http }) => {
      const { upload } = await findOwnUpload(http, params.session, query);
      return { parts: await arrivedParts(storage, upload) };
    },

    signAnonymousUploadParts: async ({ params, query, http }) => {
      const { upload } = await findOwnUpload(http, params.session, query);
      return { parts: await signParts(storage, upload, query.part) };
    },

    completeAnonymousUpload: async ({ params, body, http }) => {
      const { upload, reads } = await findOwnUpload(http, params.session, body);
      return completeParts(storage, reads, upload);
    },

    abortAnonymousUpload: async ({ params, body, http }) => {
      const { upload } = await findOwnUpload(http, params.session, body);
      await abortParts(storage, upload);
      return {};
    },

    createAnonymousDocument: async ({ params, body: file, http }) => {
      const { session, scope, reads } = await live(http, params.session);
      const body = { ...file, name: toPlainLine(file.name) };
      const problem = uploadProblem(body.name, body.size);
      if (problem) throw new ApiError('FILE_INVALID_TYPE');
      if (!isKeyOf(secretKey, body.key, uploadOf(session, body.size))) {
        throw new ApiError('UPLOAD_MISSING', { securityEvent: 'upload.key-forged' });
      }
      // Checked before the transaction, which must not hold a row lock while it waits for the store.
      const isThere = (await storage.arrivedSize(body.key)) === body.size;
      if (!isThere && !(await isObjectKeyTaken(reads, body.key))) {
        throw new ApiError('UPLOAD_MISSING');
      }
      const row = await db.write(scope, async (tx) =>
        createDocument(tx, await lockLiveSession(tx, session), body),
      );
      return presentAnonymousDocument(row);
    },

    editAnonymousDocument: async ({ params, body, http }) => {
      const { session, scope } = await live(http, params.session);
      const rows = await db.write(scope, async (tx) => {
        await editDocument(tx, await lockLiveSession(tx, session), body);
        return findDocuments(tx, session);
      });
      return { documents: rows.map(presentAnonymousDocument) };
    },

    unlockAnonymousDocument: async ({ params, body, http }) => {
      const { session, scope, reads } = await live(http, params.session);
      const document = await documentOf(reads, session, body.id);
      if (document.submitted_at !== null) throw new ApiError('ALREADY_SUBMITTED');
      if (await countPasswordTry(deps, document)) {
        await db.write(scope, async (tx) => {
          await lockLiveSession(tx, session);
          await unlockDocument(tx, document, { secretKey, password: body.password });
        });
      }
      return presentAnonymousDocument(await documentOf(reads, session, body.id));
    },

    submitAnonymousDocuments: async ({ params, body, http }) => {
      const { session, scope } = await live(http, params.session);
      return db.write(scope, async (tx) => {
        await submitDocuments(tx, await lockLiveSession(tx, session), body);
        return present(tx, (await findSession(tx, session.company_id, session.id))!);
      });
    },

    getAnonymousDocument: async ({ params, http }) => {
      const { session, reads } = await live(http, params.session);
      const document = await documentOf(reads, session, params.documentId);
      const path = anonymousSessions.downloadAnonymousDocument.path
        .replace('{session}', params.session)
        .replace('{documentId}', document.id);
      return {
        ...presentAnonymousDocument(document),
        downloadUrl: storedFile(document) ? API_BASE_PATH + path : null,
      };
    },

    downloadAnonymousDocument: async ({ params, http }) => {
      const { session, scope, reads } = await live(http, params.session);
      const document = await documentOf(reads, session, params.documentId);
      const file = storedFile(document);
      if (!file) throw new ApiError('FILE_NOT_CLEAN');
      await countVisitorDownload(deps, session);
      await db.write(scope, async (tx) => {
        recordEvent(tx, {
          kind: 'anonymousSession.read',
          companyId: session.company_id,
          accountId: session.account_id,
          staffOnly: true,
          changes: [],
          detail: { documentId: document.id, sessionId: session.id },
        });
      });
      const range = http.requestedRange(file.size, file.sha256.toString('hex'));
      const content = await startReading(
        readStored(storage.vault, file, range?.from ?? 0, range?.to ?? file.size),
        {
          stillAllowed: () => findLiveSession(db, http, params.session).then(() => undefined),
          failed: () => Promise.resolve(),
        },
      ).catch((error: unknown) => {
        throw error instanceof IntegrityError ? new ApiError('FILE_NOT_CLEAN') : error;
      });
      return http.sendStored(content, { name: document.name, ...file, range });
    },

    getLenderDocument: async ({ params, reads, http }) => {
      const { company_id: companyId } = await linkBy(reads, params.lenderUniqueCode);
      const companyReads = db.reads(scopeOf(companyId, http));
      const sessions = await companyReads.run(
        sessionsOfBrowser(companyId, hashToken(http.guestToken ?? '')),
      );
      const session = sessions.find(({ document_ids }) => document_ids.includes(params.documentId));
      if (!session) throw new ApiError('NOT_FOUND');
      return presentAnonymousDocument(await documentOf(companyReads, session, params.documentId));
    },

    requestAnonymousExtension: async ({ params, write, http }) => {
      const { session, scope } = await own(http, params.id);
      if (session.extensions >= MAX_ANONYMOUS_EXTENSIONS) throw new ApiError('NO_MORE_EXTENSIONS');
      await sendCode(deps, { write, http }, { link: session, emailAddress: session.email_address });
      await db.write(scope, (tx) => saveExtensionRequested(tx, session));
      return DONE;
    },

    verifyAnonymousExtension: async ({ params, body, write, http }) => {
      const { session, reads } = await own(http, params.id);
      const extended = await extendByCode(deps, { write, http }, session, body.code);
      return present(reads, extended);
    },

    notifyCompanyOfShoebox: async ({ params, http }) => {
      const companyReads = db.reads(scopeOf(params.companyId, http));
      const sessions = await companyReads.run(
        sessionsOfBrowser(params.companyId, hashToken(http.guestToken ?? '')),
      );
      if (!sessions.some(({ submitted_at }) => submitted_at !== null)) {
        throw new ApiError('NOT_FOUND');
      }
      return DONE;
    },

    createAnonymousSession: ({ actor, body, write }) =>
      write(async (tx) => {
        if (!isStaff(actor)) throw new ApiError('UNAUTHORIZED');
        const { companyId, accountId } = actor;
        if (body.loanId !== undefined) {
          const loan = await loanSeenBy(tx, actor, body.loanId);
          if (loan.company_id !== companyId) throw new ApiError('LOAN_NOT_FOUND');
        }
        const link = { company_id: companyId, account_id: accountId };
        const uniqueCode = await findUploadCode(tx, link);
        if (uniqueCode === undefined) throw new ApiError('UNAUTHORIZED');
        const id = newId();
        const endsAt = await insertVouched(tx, {
          companyId,
          id,
          accountId,
          uniqueCode,
          emailAddress: body.emailAddress.trim().toLowerCase(),
          loanId: body.loanId ?? null,
          vouchedBy: accountId,
        });
        recordEvent(tx, {
          kind: 'anonymousSession.created',
          companyId,
          actorId: accountId,
          ...(body.loanId !== undefined ? { loanId: body.loanId } : { accountId }),
          staffOnly: true,
          changes: [],
          detail: { sessionId: id },
        });
        return { id, url: `${site}/anonymous?lenderUniqueCode=${uniqueCode}`, endsAt };
      }),

    extendAnonymousSession: ({ actor, params, write }) =>
      write(async (tx) => {
        const session = await findSessionById(tx, actor, params.id);
        if (!session) throw new ApiError('NOT_FOUND');
        const extended = await extendSession(tx, session, actor.accountId);
        return {
          id: extended.id,
          endsAt: extended.ends_at,
          extensionsLeft: MAX_ANONYMOUS_EXTENSIONS - extended.extensions,
        };
      }),
  });
};

/** Bytes that may be served: scanned, clean, in the vault, and not submitted yet. */
function storedFile(document: AnonymousDocumentRow): StoredFile | undefined {
  const { vault_key: key, sha256, chunk_sha256: chunkSha256, size, submitted_at } = document;
  if (!isUsable(document) || key === null || sha256 === null) return undefined;
  return submitted_at === null ? { key, size, sha256, chunkSha256 } : undefined;
}
