/**
 * The operations of a WOPI host for an office server: a document's metadata and bytes, a lock while it is edited, and
 * saving. The office server acts for one person: each request is authorized with that person's rights at that moment.
 * Saved bytes are handled like an upload: to incoming, through the scan, and then to the vault as a new version.
 */
import { isOfficeFile, OFFICE_EDIT_MAX_BYTES } from '@cairn/contract/file-terms';
import type { Readable } from 'node:stream';
import type { Actor } from '../../platform/actor.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Db, Queries, Scope, Tx } from '../../platform/db/db.ts';
import { limitConcurrency, oneAtATime } from '../../platform/limit-concurrency.ts';
import type { WebStorage } from '../../platform/object-storage.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { IntegrityError, readStored, startReading } from '../../platform/stored-file.ts';
import { replaceDocument, type DocumentReplaced } from './create-document.ts';
import { uploadProblem } from './file-rules.ts';
import { findVisibleDocument } from './find-document.ts';
import { blockIfDamaged, type Log } from './integrity.ts';
import { newObjectKey } from './object-key.ts';
import { findOfficeLock, nameOf, saveOfficeLock, type OfficeLock } from './office-lock-store.ts';
import { mayEditOffice } from './policy.ts';
import { refuseUnlessUsable, storedFile, wasRead } from './record-read.ts';
import { lockDocument, type DocumentRow } from './store.ts';
import { countUpload } from './upload-quota-store.ts';

export interface OfficeHostDeps {
  readonly storage: WebStorage;
  readonly secretKey: string;
  readonly db: Db;
  readonly limitFactor: number;
  readonly log: Log;
  findAnsweredRequest(
    reads: Queries,
    actor: Actor,
    document: DocumentRow,
  ): Promise<{ elementId: string | null; maySave: boolean }>;
  saveAnswerFile(
    tx: Tx,
    actor: Actor,
    document: DocumentRow,
    save: () => Promise<DocumentReplaced>,
  ): Promise<void>;
}

/** The person for whom the office server acts. */
export interface OfficeCaller {
  readonly actor: Actor;
  readonly scope: Scope;
  readonly pageOrigin: string;
  /** The version whose reading is in the audit log. */
  readonly recordedVersion: number;
}

/** Another editor holds the lock, or the document was changed otherwise. */
export class OfficeConflict extends Error {
  /** The current lock; empty if there is none. */
  readonly lock: string;
  constructor(lock: string, message: string) {
    super(message);
    this.lock = lock;
  }
}

/** Bodies are held in memory, so only a few saves run at a time. */
const SAVED_AT_ONCE = 4;

/** Throws unless the caller may edit the document in the browser now. */
async function editable(deps: OfficeHostDeps, reads: Queries, actor: Actor, id: string) {
  const document = await findVisibleDocument(reads, actor, id);
  const request = await deps.findAnsweredRequest(reads, actor, document);
  if (!mayEditOffice(actor, request) || !isOfficeFile(document.name)) {
    throw new ApiError('UNAUTHORIZED');
  }
  return document;
}

export function officeHost(deps: OfficeHostDeps) {
  const { db, storage, secretKey, log } = deps;
  const oneOfFew = limitConcurrency(SAVED_AT_ONCE);
  // One save per account at a time, so that an account cannot occupy all slots.
  const oneOfAccount = oneAtATime();
  const inTurn = <T>({ accountId }: Actor, work: () => Promise<T>): Promise<T> =>
    oneOfAccount(accountId, () => oneOfFew(work));

  /** Changes the lock. `lock` must be the current one, unless there is none and `mayBegin`. */
  const changeLock = (
    { actor, scope }: OfficeCaller,
    id: string,
    lock: string,
    change: (document: { version: number }, held: OfficeLock | undefined) => OfficeLock | null,
    mayBegin: boolean,
  ): Promise<void> =>
    db.write(scope, async (tx) => {
      await editable(deps, tx, actor, id);
      const document = await lockDocument(tx, actor, id);
      if (!document) throw new ApiError('NOT_FOUND');
      const current = await findOfficeLock(tx, document);
      if (current ? current.lock !== lock : !mayBegin) {
        throw new OfficeConflict(current?.lock ?? '', 'locked by another session');
      }
      await saveOfficeLock(tx, document, change(document, current));
    });

  return {
    async describe({ actor, scope, pageOrigin }: OfficeCaller, id: string) {
      const document = await editable(deps, db.reads(scope), actor, id);
      const me = await db.reads(scope).run(nameOf(actor));
      return {
        BaseFileName: document.name,
        OwnerId: document.created_by,
        Size: document.size,
        UserId: actor.accountId,
        UserFriendlyName: me[0]?.name ?? '',
        Version: String(document.version),
        LastModifiedTime: new Date(document.modified_at).toISOString(),
        UserCanWrite: true,
        UserCanNotWriteRelative: true,
        SupportsLocks: true,
        SupportsGetLock: true,
        SupportsUpdate: true,
        PostMessageOrigin: pageOrigin,
      };
    },

    /**
     * Returns only scanned bytes: a new version is served after its scan. Opening the editor recorded that its
     * version is read; a later version, which a colleague saved since, is recorded here.
     */
    async read(
      { actor, scope, recordedVersion }: OfficeCaller,
      id: string,
    ): Promise<{ content: Readable; size: number; version: number }> {
      const reads = db.reads(scope);
      const document = await editable(deps, reads, actor, id);
      const file = storedFile(document);
      if (!file) throw new ApiError('FILE_NOT_CLEAN');
      if (document.version !== recordedVersion) {
        await db.write(scope, async (tx) => recordEvent(tx, await wasRead(tx, document, actor)));
      }
      const content = await startReading(readStored(storage.vault, file, 0, file.size), {
        stillAllowed: () => findVisibleDocument(reads, actor, id).then(refuseUnlessUsable),
        failed: (error) => blockIfDamaged({ db, log }, document, error),
      }).catch((error: unknown) => {
        throw error instanceof IntegrityError ? new ApiError('FILE_NOT_CLEAN') : error;
      });
      return { content, size: file.size, version: document.version };
    },

    /** Takes the lock, or refreshes it. */
    lock: (caller: OfficeCaller, id: string, lock: string) =>
      changeLock(caller, id, lock, ({ version }, current) => current ?? { lock, version }, true),

    replaceLock: (caller: OfficeCaller, id: string, lock: string, old: string) =>
      changeLock(caller, id, old, (_, current) => ({ lock, version: current!.version }), false),

    refreshLock: (caller: OfficeCaller, id: string, lock: string) =>
      changeLock(caller, id, lock, (_, current) => current!, false),

    unlock: (caller: OfficeCaller, id: string, lock: string) =>
      changeLock(caller, id, lock, () => null, false),

    async heldLock({ actor, scope }: OfficeCaller, id: string): Promise<string> {
      const reads = db.reads(scope);
      const document = await editable(deps, reads, actor, id);
      return (await findOfficeLock(reads, document))?.lock ?? '';
    },

    save: (
      { actor, scope }: OfficeCaller,
      id: string,
      lock: string,
      receive: () => Promise<Buffer>,
    ): Promise<{ version: number }> =>
      inTurn(actor, async () => {
        const reads = db.reads(scope);
        const document = await editable(deps, reads, actor, id);
        const current = await findOfficeLock(reads, document);
        refuseUnlessHeld(current, lock, document.version);
        const bytes = await receive();
        const size = bytes.length;
        const problem =
          size > OFFICE_EDIT_MAX_BYTES ? 'FILE_TOO_LARGE' : uploadProblem(document.name, size);
        if (problem) throw new ApiError(problem);
        const upload = {
          accountId: actor.accountId,
          companyId: document.company_id,
          loanId: document.loan_id,
          size,
        };
        await countUpload(deps, upload);
        const key = newObjectKey(secretKey, upload);
        await storage.putIncoming(key, bytes);
        return db.write(scope, async (tx) => {
          // Checked again with the package locked, because rights may have changed while the bytes arrived.
          await editable(deps, tx, actor, id);
          await deps.saveAnswerFile(tx, actor, document, async () => {
            const locked = await lockDocument(tx, actor, id);
            if (!locked) throw new ApiError('NOT_FOUND');
            const now = await findOfficeLock(tx, locked);
            refuseUnlessHeld(now, lock, locked.version);
            const { version } = locked;
            const replaced = await replaceDocument(tx, actor, id, { key, size, version });
            await saveOfficeLock(tx, locked, { lock, version: version + 1 });
            return replaced;
          });
          return { version: current!.version + 1 };
        });
      }),
  };
}
export type OfficeHost = ReturnType<typeof officeHost>;

function refuseUnlessHeld(current: OfficeLock | undefined, lock: string, version: number): void {
  if (current?.lock !== lock)
    throw new OfficeConflict(current?.lock ?? '', 'locked by another session');
  if (current.version !== version) throw new OfficeConflict('', 'changed by another way');
}
