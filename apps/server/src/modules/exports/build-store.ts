/** What the worker reads and stores while it builds a file. Runs in the company's scope. */
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { StoredFile } from '../../platform/stored-file.ts';
import type { LeftOut, Plan, PlannedFile } from './plan.ts';
import { fileColumns } from './store.ts';

export interface ExportRef {
  companyId: string;
  packageId: string;
}

export async function findFile(reads: Queries, { companyId, packageId }: ExportRef) {
  const [row] = await reads.run(
    query
      .selectFrom('package_file')
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .select([
        'loan_id',
        'job_id',
        'kind',
        'state',
        'plan',
        'asked_by',
        'fingerprint',
        'object_key',
        'upload_id',
      ]),
  );
  return row && { ...row, plan: row.plan as Plan };
}
export type ExportRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** A planned document as it is stored, if it has not changed since it was planned. */
export interface StoredDocument extends StoredFile {
  readonly file: PlannedFile;
  readonly crc32: number;
  readonly modified: Date;
}

/** Undefined if one of them was replaced, removed, or found infected since. */
export async function storedDocuments(
  reads: Queries,
  companyId: string,
  files: readonly PlannedFile[],
): Promise<StoredDocument[] | undefined> {
  const ids = [...new Set(files.map(({ documentId }) => documentId))];
  const rows = await reads.run(
    query
      .selectFrom('document')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('virus_scan_state', '=', 'CLEAN')
      .where('removed_at', 'is', null)
      .select(['id', 'version', 'vault_key', 'size', 'sha256', 'crc32', 'chunk_sha256'])
      .select(sql<string>`coalesce(written_at, created_at)`.as('written_at')),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const contents = files.map((file) => {
    const row = byId.get(file.documentId);
    if (row?.version !== file.version) return undefined;
    const { vault_key: key, sha256, crc32 } = row;
    // Not in the vault yet: only scanned documents are exported.
    if (key === null || sha256 === null || crc32 === null) return undefined;
    return {
      file,
      key,
      size: row.size,
      sha256,
      crc32,
      chunkSha256: row.chunk_sha256,
      modified: new Date(row.written_at),
    };
  });
  return contents.every((each) => each !== undefined) ? contents : undefined;
}

type Change = {
  state?: 'RUNNING';
  percent?: number;
  object_key?: string;
  upload_id?: string | null;
};

/**
 * Saves progress, which is also the heartbeat of the worker. False if the export was canceled or another attempt
 * finished it.
 */
export async function saveProgress(
  tx: Tx,
  { companyId, packageId }: ExportRef,
  { percent, ...change }: Change,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('package_file')
      .set({
        ...change,
        // Never decreases: an attempt first looks up what earlier ones have done.
        ...(percent !== undefined && { percent: sql<number>`greatest(percent, ${percent})` }),
        touched_at: sql`now()`,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .returning('id'),
  );
  return rows.length > 0;
}

/** Marks the export as canceled, with nothing of it in the store. */
export async function saveCanceled(tx: Tx, { companyId, packageId }: ExportRef): Promise<void> {
  await tx.run(
    query
      .updateTable('package_file')
      .set({ object_key: null, upload_id: null })
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .where('state', '=', 'FAILED'),
  );
}

export interface BuiltFile {
  objectKey: string;
  size: number;
  sha256: Buffer;
  chunkSha256: Buffer | null;
  chunkLengths: number[] | null;
  leftOut: readonly LeftOut[];
}

/** Takes effect once: a second attempt that finishes late changes nothing. */
export async function saveMade(
  tx: Tx,
  { companyId, packageId }: ExportRef,
  builtFile: BuiltFile | undefined,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('package_file')
      .set(
        builtFile
          ? {
              state: 'READY',
              percent: 100,
              object_key: builtFile.objectKey,
              upload_id: null,
              size: builtFile.size,
              sha256: builtFile.sha256,
              chunk_sha256: builtFile.chunkSha256,
              chunk_lengths: builtFile.chunkLengths,
              left_out: JSON.stringify(builtFile.leftOut),
              made_at: sql`now()`,
            }
          : { state: 'FAILED' },
      )
      .where('company_id', '=', companyId)
      .where('id', '=', packageId)
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .returning('id'),
  );
  return rows.length > 0;
}

/** All files of the same export, locked until the commit, so that two that finish concurrently see each other. */
export async function lockFilesOfExport(
  tx: Tx,
  { companyId }: ExportRef,
  { loan_id, job_id, fingerprint }: ExportRow,
) {
  return tx.run(
    query
      .selectFrom('package_file')
      .where('company_id', '=', companyId)
      .$if(job_id !== null, (files) => files.where('job_id', '=', job_id))
      .$if(job_id === null, (files) =>
        files
          .where('loan_id', '=', loan_id)
          .where('fingerprint', '=', fingerprint)
          .where('job_id', 'is', null),
      )
      .select(fileColumns)
      .orderBy('id')
      .forUpdate(),
  );
}

/** The files that have expired, with the objects to delete. */
export async function expiredFiles(reads: Queries, companyId: string, ids: readonly string[]) {
  return reads.run(
    query
      .selectFrom('package_file')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('state', '=', 'READY')
      .where(sql<boolean>`made_at <= now() - interval '24 hours'`)
      .select(['id', 'object_key']),
  );
}

export async function saveExpired(tx: Tx, companyId: string, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('package_file')
      .set({
        state: 'EXPIRED',
        object_key: null,
        size: null,
        sha256: null,
        chunk_sha256: null,
        chunk_lengths: null,
      })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('state', '=', 'READY'),
  );
}
