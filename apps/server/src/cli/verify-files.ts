/**
 * `cairn verify-files [--company COMPANY]`: reads every file in the vault and compares it with the SHA-256 of its scan. Prints
 * a line for each one that is damaged or missing, and a summary. It writes nothing: a damaged file is refused whenever it is
 * read, whether this command found it or not.
 */
import type pg from 'pg';
import { WorkerStorage, type Bucket } from '../platform/object-storage.ts';
import { IntegrityError, readStored, type StoredFile } from '../platform/stored-file.ts';
import { findCompany } from './company-tables.ts';
import type { CompanyConfig } from './erase-company.ts';
import { asOwner } from './owner-session.ts';

const ROWS_AT_ONCE = 500;
const FILES_AT_ONCE = 4;

export interface FileFinding {
  readonly problem: 'DAMAGED' | 'MISSING';
  readonly what: 'document' | 'version' | 'pdf' | 'thumbnails';
  readonly companyId: string;
  readonly documentId: string;
  readonly version: number;
  readonly key: string;
}

interface FileRow extends Omit<FileFinding, 'problem'> {
  readonly size: number;
  readonly sha256: Buffer;
  readonly chunkSha256: Buffer | null;
}

const columns = `company_id as "companyId", version, size::float8 as size, sha256, chunk_sha256 as "chunkSha256"`;
/** Every file that can be served: originals, their earlier versions, and files that were derived from them. */
const FILES = `
  select 'document' as what, id as "documentId", vault_key as key, ${columns} from cairn.document
  where removed_at is null and vault_key is not null and sha256 is not null
  union all
  select 'version', document_id, vault_key, ${columns} from cairn.document_version
  where vault_key is not null and sha256 is not null
  union all
  select 'pdf', document_id, object_key, ${columns} from cairn.document_pdf
  where object_key is not null and sha256 is not null
  union all
  select 'thumbnails', document_id, object_key, ${columns} from cairn.document_thumbnails`;

export async function verifyFiles(
  config: Pick<CompanyConfig, 'url' | 'store'>,
  {
    company,
    onFinding,
  }: { company?: string | undefined; onFinding: (finding: FileFinding) => void },
): Promise<{ files: number; bytes: number; findings: number }> {
  const storage = new WorkerStorage(config.store);
  const summary = { files: 0, bytes: 0, findings: 0 };
  try {
    await asOwner(config.url, async (client) => {
      const only = company === undefined ? null : (await findCompany(client, company)).id;
      for await (const rows of pagesOf(client, only)) {
        for (let at = 0; at < rows.length; at += FILES_AT_ONCE) {
          const checks = rows.slice(at, at + FILES_AT_ONCE).map(async (row) => {
            const problem = await problemOf(storage.vault, row);
            summary.files += 1;
            summary.bytes += row.size;
            // The file was removed while the command runs, so its row is gone, too.
            if (!problem || !(await isStillStored(client, row))) return;
            summary.findings += 1;
            const { what, companyId, documentId, version, key } = row;
            onFinding({ problem, what, companyId, documentId, version, key });
          });
          await Promise.all(checks);
        }
      }
    });
    return summary;
  } finally {
    storage.close();
  }
}

/** Reads with a cursor, because the files of an installation do not fit into memory. */
async function* pagesOf(client: pg.ClientBase, company: string | null): AsyncGenerator<FileRow[]> {
  await client.query(
    `declare files no scroll cursor for select * from (${FILES}) file
     where $1::uuid is null or "companyId" = $1::uuid`,
    [company],
  );
  for (;;) {
    const { rows } = await client.query<FileRow>(`fetch ${ROWS_AT_ONCE} from files`);
    if (rows.length === 0) return;
    yield rows;
  }
}

async function isStillStored(client: pg.ClientBase, { key }: FileRow): Promise<boolean> {
  const { rowCount } = await client.query(`select from (${FILES}) file where key = $1`, [key]);
  return rowCount! > 0;
}

async function problemOf(
  vault: Bucket,
  file: StoredFile,
): Promise<FileFinding['problem'] | undefined> {
  try {
    // Compare the length as well: readStored checks the bytes that were scanned and would ignore bytes after them.
    const size = await vault.sizeOf(file.key);
    if (size === undefined) return 'MISSING';
    if (size !== file.size) return 'DAMAGED';
    for await (const _ of readStored(vault, file)) continue;
    return undefined;
  } catch (error) {
    if (error instanceof IntegrityError) return 'DAMAGED';
    if (['NoSuchKey', 'NotFound'].includes((error as Error).name)) return 'MISSING';
    throw error;
  }
}
