/** Activities that build the files of an export; each can be repeated. */
import { recordEvent } from '../../platform/record-event.ts';
import type { Db, Scope } from '../../platform/db/db.ts';
import { keyPrefix } from '../../platform/ids.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { IntegrityError } from '../../platform/stored-file.ts';
import { blockIfDamaged, discardIfDamaged } from '../documents/index.ts';
import { hexDigest, signManifest } from './manifest.ts';
import { keepManifest, manifestFacts } from './manifest-store.ts';
import { countFiles } from './plan.ts';
import type { SigningKeys } from './signing-keys.ts';
import { makePdf, makeZip, type Bench } from './write-export.ts';
import {
  expiredFiles,
  findFile,
  lockFilesOfExport,
  saveCanceled,
  saveExpired,
  saveMade,
  saveProgress,
  storedDocuments,
  type BuiltFile,
  type ExportRow,
  type ExportRef,
} from './build-store.ts';

export interface ExportActivities {
  /** `unfinished`: the export's turn is over, and it continues in its next one. */
  makePackage(ref: ExportRef): Promise<'unfinished' | undefined>;
  giveUpPackage(ref: ExportRef): Promise<void>;
  expirePackages(these: { companyId: string; packageIds: string[] }): Promise<void>;
}

const BEAT_MS = 2000;

/** The runner of activities: receives heartbeats, and signals when to stop. */
export interface JobControl {
  heartbeat(): void;
  isStopping(): boolean;
}

interface Deps {
  readonly db: Db;
  readonly storage: { readonly vault: Bucket };
  readonly log: Log;
  readonly signingKeys: SigningKeys;
  /** How long an export converts documents before waiting exports get a turn. */
  readonly turnSeconds: number;
}
type Log = Parameters<typeof blockIfDamaged>[0]['log'];

export function exportActivities(
  { db, storage: { vault }, log, signingKeys, turnSeconds }: Deps,
  { heartbeat, isStopping }: JobControl,
): ExportActivities {
  const deps = { db, vault, log, signingKeys, turnSeconds };
  return {
    async makePackage(ref) {
      const row = await findFile(db.reads(companyOf(ref)), ref);
      if (row?.state !== 'QUEUED' && row?.state !== 'RUNNING') {
        // It was canceled while its worker was lost.
        await discard(deps, ref);
        return undefined;
      }
      const beating = setInterval(heartbeat, BEAT_MS);
      try {
        const builtFile = await makeIt(deps, ref, row, isStopping);
        if (!(await finishExport(db, ref, row, builtFile))) await discard(deps, ref);
        return undefined;
      } catch (error) {
        if (error instanceof TurnOver) return 'unfinished';
        if (!(error instanceof Canceled)) throw error;
        await discard(deps, ref);
        return undefined;
      } finally {
        clearInterval(beating);
      }
    },

    async giveUpPackage(ref) {
      const row = await findFile(db.reads(companyOf(ref)), ref);
      if (!row) return;
      await finishExport(db, ref, row, undefined);
      if (row.object_key !== null && row.upload_id !== null) {
        await vault.dropParts(row.object_key, row.upload_id).catch(() => {});
      }
    },

    async expirePackages({ companyId, packageIds }) {
      const scope: Scope = { kind: 'company', companyId };
      for (const { id, object_key } of await expiredFiles(db.reads(scope), companyId, packageIds)) {
        if (object_key !== null) await vault.remove(object_key);
        await db.write(scope, (tx) => saveExpired(tx, companyId, id));
      }
    },
  };
}

/** Thrown when the person who requested the export canceled it. */
class Canceled extends Error {}

/** Thrown when other exports wait: this one moves to the end of its company's queue. */
class TurnOver extends Error {}

/** Deletes from the store what a canceled attempt left there; files of other attempts are kept. */
async function discard(
  { db, vault }: Pick<BuildDeps, 'db' | 'vault'>,
  ref: ExportRef,
): Promise<void> {
  const row = await findFile(db.reads(companyOf(ref)), ref);
  if (row?.state !== 'FAILED' || row.object_key === null) return;
  if (row.upload_id !== null) await vault.dropParts(row.object_key, row.upload_id).catch(() => {});
  await vault.remove(row.object_key);
  await db.write(companyOf(ref), (tx) => saveCanceled(tx, ref));
}

const companyOf = ({ companyId }: ExportRef): Scope => ({ kind: 'company', companyId });

const packageKey = ({ companyId, packageId }: ExportRef): string =>
  `${keyPrefix(companyId, packageId)}/package/${packageId}`;

interface BuildDeps extends Omit<Deps, 'storage'> {
  readonly vault: Bucket;
}

/** Undefined if the plan no longer matches the package, so the export must not be served. */
async function makeIt(
  { db, vault, log, signingKeys, turnSeconds }: BuildDeps,
  ref: ExportRef,
  row: ExportRow,
  isStopping: () => boolean,
): Promise<BuiltFile | undefined> {
  const scope = companyOf(ref);
  const documents = await storedDocuments(db.reads(scope), ref.companyId, row.plan.files);
  if (!documents) return undefined;
  const key = packageKey(ref);
  const canceled = new AbortController();
  const turnEnds = Date.now() + turnSeconds * 1000;
  const cancel = (): void => canceled.abort();
  if (!(await save(db, ref, { state: 'RUNNING', object_key: key }))) throw new Canceled();
  const tell = progressSaver(db, ref, cancel);
  const facts = () => manifestFacts(db.reads(scope), ref.companyId, row);
  const bench: Bench = {
    db,
    vault,
    companyId: ref.companyId,
    key,
    uploadId: row.upload_id ?? undefined,
    onBegin: async (uploadId) => {
      if (await save(db, ref, { upload_id: uploadId })) return;
      await vault.dropParts(key, uploadId).catch(() => {});
      throw new Canceled();
    },
    keys: signingKeys,
    facts,
    sign: async (files) => {
      const signed = signManifest(signingKeys, await facts(), files);
      const page = hexDigest(files.page);
      return db.write(scope, (tx) => keepManifest(tx, ref, signed, page));
    },
    yieldTurn: () => {
      if (Date.now() >= turnEnds) throw new TurnOver();
    },
    progress: (share) => {
      if (canceled.signal.aborted) throw new Canceled();
      // Finished work is kept, and the next worker continues from here.
      if (isStopping())
        throw new Error('this worker is stopping; another one continues the export');
      tell(share);
    },
  };
  try {
    return row.kind === 'PDF'
      ? await makePdf(bench, row.plan, documents)
      : await makeZip(bench, row.plan, documents, row.kind === 'ZIP_PDF');
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    // The document is blocked from now on: the next plan leaves it out.
    const damaged = documents.find(({ key: storedKey }) => storedKey === error.key);
    if (!damaged) {
      // The PDF of a document: the next attempt converts it again.
      await discardIfDamaged({ db, log }, ref.companyId, error);
      throw error;
    }
    const { documentId: id, version } = damaged.file;
    await blockIfDamaged({ db, log }, { company_id: ref.companyId, id, version }, error);
    return undefined;
  }
}

const SAVE_PROGRESS_EVERY_MS = 1000;

const save = (db: Db, ref: ExportRef, change: Parameters<typeof saveProgress>[2]) =>
  db.write(companyOf(ref), (tx) => saveProgress(tx, ref, change));

/**
 * Saves progress about once a second; a failed save is ignored. If the export was canceled, the result says so and
 * `cancel` is called.
 */
function progressSaver(db: Db, ref: ExportRef, cancel: () => void): (share: number) => void {
  let lastSavedAt = 0;
  return (share) => {
    if (Date.now() - lastSavedAt < SAVE_PROGRESS_EVERY_MS) return;
    lastSavedAt = Date.now();
    const percent = Math.min(99, Math.floor(share * 100));
    save(db, ref, { percent }).then(
      (isOn) => isOn || cancel(),
      () => {},
    );
  };
}

/** False if it was canceled, or an earlier attempt had finished it. */
async function finishExport(
  db: Db,
  ref: ExportRef,
  row: ExportRow,
  builtFile: BuiltFile | undefined,
): Promise<boolean> {
  const { loan_id, job_id, kind, asked_by, plan } = row;
  const event = job_id === null ? 'package' : 'download';
  return db.write(companyOf(ref), async (tx) => {
    const files = await lockFilesOfExport(tx, ref, row);
    if (!(await saveMade(tx, ref, builtFile))) return false;
    const now = files.map((file) =>
      file.id === ref.packageId ? { kind, state: builtFile ? 'READY' : 'FAILED' } : file,
    );
    const kindsThatAre = (...states: string[]) =>
      now.filter(({ state }) => states.includes(state)).map((file) => file.kind);
    // People are notified once, when all files of the export are finished.
    const isLast = kindsThatAre('QUEUED', 'RUNNING').length === 0;
    recordEvent(tx, {
      kind: builtFile ? `${event}.made` : `${event}.failed`,
      companyId: ref.companyId,
      ...(loan_id !== null && { loanId: loan_id }),
      accountId: asked_by,
      changes: ['package'],
      detail: {
        packageId: ref.packageId,
        package: kind,
        files: countFiles(plan),
        ...(builtFile && { size: builtFile.size, leftOut: builtFile.leftOut.length }),
        ...(isLast && { ready: kindsThatAre('READY'), failed: kindsThatAre('FAILED') }),
      },
      ...(!isLast && { notifies: false }),
    });
    return true;
  });
}
