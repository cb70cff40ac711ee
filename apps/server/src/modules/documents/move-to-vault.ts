/**
 * Moves documents from before the vault existed, whose bytes are in a bucket that clients could write. Each is read
 * once, compared with the SHA-256 of its scan, and put into the vault; a document that was never scanned is scanned
 * now. Can be stopped and repeated: documents in the vault are skipped.
 */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Db } from '../../platform/db/db.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { Digester, IntegrityError, type Digests } from '../../platform/stored-file.ts';
import type { Clamd } from '../../platform/virus-scanner.ts';
import { blockIfDamaged, type Log } from './integrity.ts';
import { scanActivities, vaultKey } from './scan-document.ts';

export interface MoveDeps {
  readonly db: Db;
  /** Bypasses row security: documents of every company. */
  readonly owner: pg.Client | pg.Pool;
  /** The single bucket of earlier versions. */
  readonly legacy: Bucket;
  readonly vault: Bucket;
  readonly clamd: Clamd;
  readonly log: Log;
}

export interface Moved {
  moved: number;
  scanned: number;
  damaged: number;
  missing: number;
}

interface Row {
  company_id: string;
  id: string;
  version: number;
  object_key: string;
  sha256: Buffer | null;
  state: string;
  isCurrent: boolean;
}

const BATCH = 200;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

const NEXT = `
  select company_id, id, version, object_key, sha256, virus_scan_state as state, true as "isCurrent"
  from cairn.document
  where vault_key is null and virus_scan_state <> 'INFECTED' and scan_reason is null
    and (company_id, id, version) > ($1, $2, $3)
  union all
  select company_id, document_id, version, object_key, sha256, virus_scan_state, false
  from cairn.document_version
  where vault_key is null and virus_scan_state = 'CLEAN'
    and (company_id, document_id, version) > ($1, $2, $3)
  order by 1, 2, 3 limit ${BATCH}`;

export async function moveToVault(deps: MoveDeps): Promise<Moved> {
  const result: Moved = { moved: 0, scanned: 0, damaged: 0, missing: 0 };
  let after: [string, string, number] = [BEFORE_ALL, BEFORE_ALL, 0];
  for (;;) {
    const { rows } = await deps.owner.query<Row>(NEXT, after);
    for (const row of rows) result[await moveOne(deps, row)] += 1;
    const last = rows.at(-1);
    if (!last) return result;
    after = [last.company_id, last.id, last.version];
  }
}

async function moveOne(deps: MoveDeps, row: Row): Promise<keyof Moved> {
  // Uploaded since the upgrade: it waits in incoming for its scan.
  if ((await deps.legacy.sizeOf(row.object_key)) === undefined) return 'missing';
  if (row.state !== 'CLEAN' || row.sha256 === null) return scanFromLegacy(deps, row);
  const folder = await mkdtemp(join(tmpdir(), 'cairn-move-'));
  try {
    const path = join(folder, 'file');
    const digests = await fetchTo(deps.legacy, row.object_key, path);
    if (!digests.sha256.equals(row.sha256)) {
      if (row.isCurrent) {
        await blockIfDamaged(deps, row, new IntegrityError(row.object_key));
      }
      return 'damaged';
    }
    const place = { companyId: row.company_id, documentId: row.id, version: row.version };
    const key = vaultKey(place, digests.sha256);
    await deps.vault.putFile(key, path, digests);
    await savePlace(deps, row, key, digests);
    return 'moved';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchTo(bucket: Bucket, key: string, path: string): Promise<Digests> {
  const digester = new Digester();
  await pipeline(
    await bucket.read(key),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        digester.update(chunk);
        yield chunk;
      }
    },
    createWriteStream(path, { mode: 0o600 }),
  );
  return digester.digests();
}

async function savePlace(
  { owner }: MoveDeps,
  row: Row,
  key: string,
  { crc32, chunkSha256 }: Digests,
): Promise<void> {
  const place = `set vault_key = $1, crc32 = $2, chunk_sha256 = $3 where company_id = $4`;
  await owner.query(
    row.isCurrent
      ? `update cairn.document ${place} and id = $5 and version = $6 and vault_key is null`
      : `update cairn.document_version ${place} and document_id = $5 and version = $6 and vault_key is null`,
    [key, crc32, chunkSha256, row.company_id, row.id, row.version],
  );
}

async function scanFromLegacy(deps: MoveDeps, row: Row): Promise<keyof Moved> {
  const incoming = Object.create(deps.legacy) as Bucket;
  // Nothing is deleted from the old bucket; the operator decides when to delete it.
  incoming.remove = async () => {};
  const storage = { incoming, vault: deps.vault };
  const { scanStoredFile } = scanActivities({ ...deps, storage }, () => {});
  await scanStoredFile({ companyId: row.company_id, documentId: row.id, version: row.version });
  return 'scanned';
}
