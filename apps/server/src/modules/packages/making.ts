/** Makes the files of a package: the durable work, each step safe to repeat. */
import { createHash } from 'node:crypto';
import { record } from '../../platform/record.ts';
import type { Db, Scope } from '../../platform/db/db.ts';
import type { ObjectStore } from '../../platform/store.ts';
import { makePdf, makeZip, type Bench } from './files.ts';
import {
  expiredFiles,
  findFile,
  saveExpired,
  saveMade,
  saveProgress,
  storedDocuments,
  type Made,
  type MakingRow,
  type PackageRef,
} from './making-store.ts';

export interface MakingActivities {
  makePackage(ref: PackageRef): Promise<void>;
  giveUpPackage(ref: PackageRef): Promise<void>;
  expirePackages(these: { companyId: string; packageIds: string[] }): Promise<void>;
}

const BEAT_MS = 2000;

/** Whoever runs the activities: hears that the work goes on, and says when it should not. */
export interface Surroundings {
  heartbeat(): void;
  isStopping(): boolean;
}

export function makingActivities(
  { db, store }: { db: Db; store: ObjectStore },
  { heartbeat, isStopping }: Surroundings,
): MakingActivities {
  const parts = { db, store };
  return {
    async makePackage(ref) {
      const row = await findFile(db.reads(companyOf(ref)), ref);
      if (row?.state !== 'QUEUED' && row?.state !== 'RUNNING') return;
      const beating = setInterval(heartbeat, BEAT_MS);
      try {
        await conclude(db, ref, row, await makeIt(parts, ref, row, isStopping));
      } finally {
        clearInterval(beating);
      }
    },

    async giveUpPackage(ref) {
      const row = await findFile(db.reads(companyOf(ref)), ref);
      if (!row) return;
      await conclude(db, ref, row, undefined);
      if (row.object_key !== null && row.upload_id !== null) {
        await store.dropParts(row.object_key, row.upload_id).catch(() => {});
      }
    },

    async expirePackages({ companyId, packageIds }) {
      const scope: Scope = { kind: 'company', companyId };
      for (const { id, object_key } of await expiredFiles(db.reads(scope), companyId, packageIds)) {
        if (object_key !== null) await store.remove(object_key);
        await db.write(scope, (tx) => saveExpired(tx, companyId, id));
      }
    },
  };
}

const companyOf = ({ companyId }: PackageRef): Scope => ({ kind: 'company', companyId });

/** It starts with a hash so that a store spreads its load. */
export function packageKey({ companyId, packageId }: PackageRef): string {
  const spread = createHash('sha256').update(packageId).digest('hex').slice(0, 4);
  return `${spread}/${companyId}/package/${packageId}`;
}

/** Undefined: what was planned is not what is there any more, and nobody is to get it. */
async function makeIt(
  { db, store }: { db: Db; store: ObjectStore },
  ref: PackageRef,
  row: MakingRow,
  isStopping: () => boolean,
): Promise<Made | undefined> {
  const scope = companyOf(ref);
  const documents = await storedDocuments(db.reads(scope), ref.companyId, row.plan.files);
  if (!documents) return undefined;
  const key = packageKey(ref);
  await db.write(scope, (tx) => saveProgress(tx, ref, { state: 'RUNNING', object_key: key }));
  const tell = tellProgress(db, ref);
  const bench: Bench = {
    db,
    store,
    companyId: ref.companyId,
    key,
    uploadId: row.upload_id ?? undefined,
    begun: (uploadId) => db.write(scope, (tx) => saveProgress(tx, ref, { upload_id: uploadId })),
    progress: (share) => {
      // What is done is kept: the next worker goes on from here.
      if (isStopping()) throw new Error('this worker stops');
      tell(share);
    },
  };
  return row.kind === 'PDF'
    ? makePdf(bench, row.plan, documents)
    : makeZip(bench, row.plan, documents, row.kind === 'ZIP_PDF');
}

const TELL_EVERY_MS = 1000;

/** Said about once a second; whether it arrives is not worth stopping for. */
function tellProgress(db: Db, ref: PackageRef): (share: number) => void {
  let told = 0;
  return (share) => {
    if (Date.now() - told < TELL_EVERY_MS) return;
    told = Date.now();
    const percent = Math.min(99, Math.floor(share * 100));
    db.write(companyOf(ref), (tx) => saveProgress(tx, ref, { percent })).catch(() => {});
  };
}

async function conclude(
  db: Db,
  ref: PackageRef,
  { loan_id, kind, asked_by, plan }: MakingRow,
  made: Made | undefined,
): Promise<void> {
  await db.write(companyOf(ref), async (tx) => {
    if (!(await saveMade(tx, ref, made))) return;
    record(tx, {
      kind: made ? 'package.made' : 'package.failed',
      companyId: ref.companyId,
      loanId: loan_id,
      accountId: asked_by,
      changes: ['package'],
      detail: {
        packageId: ref.packageId,
        package: kind,
        files: plan.files.length,
        ...(made && { size: made.size, leftOut: made.leftOut.length }),
      },
    });
  });
}
