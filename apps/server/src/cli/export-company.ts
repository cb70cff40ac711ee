/**
 * `cairn company export`: everything that one company stored, in a folder. Rows as one JSON object per line and table,
 * files under their keys, checked against the SHA-256 of their scan, and the company's opened keys, without which the
 * sealed columns (tax ids, birth dates, account numbers) could not be read elsewhere: docs/operations/companies.md.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { AuditKeys } from '../platform/audit/entry.ts';
import { openKey } from '../platform/company-keys.ts';
import { WorkerStorage, type Bucket } from '../platform/object-storage.ts';
import { companyTables, findCompany, type CompanyRow } from './company-tables.ts';
import type { CompanyConfig } from './erase-company.ts';
import { asOwner, recordCommand } from './owner-session.ts';

const ROWS_AT_ONCE = 1000;
const FILES_AT_ONCE = 8;
/** Useless in another installation, or secrets of this one. */
const LEFT_OUT: ReadonlySet<string> = new Set(['session', 'company_key', 'event']);

export interface Exported {
  readonly company: CompanyRow;
  readonly rows: number;
  readonly files: number;
  readonly damaged: readonly string[];
}

export async function exportCompany(
  config: CompanyConfig,
  { idOrName, folder }: { idOrName: string; folder: string },
): Promise<Exported> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty`);
  const { company, tables, files } = await asOwner(
    config.url,
    (client) => exportRows(client, config, { idOrName, folder }),
    'repeatable read',
  );
  const storage = new WorkerStorage(config.store);
  const damaged: string[] = [];
  try {
    for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
      const saving = files.slice(at, at + FILES_AT_ONCE).map(async (file) => {
        if (!(await saveFile(storage.vault, file, join(folder, 'files')))) damaged.push(file.key);
      });
      await Promise.all(saving);
    }
  } finally {
    storage.close();
  }
  await writeFile(
    join(folder, 'manifest.json'),
    `${JSON.stringify({ format: 1, company, at: new Date().toISOString(), tables, files: files.length, damaged }, null, 2)}\n`,
  );
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  await asOwner(config.url, (client) =>
    recordCommand(client, new AuditKeys(config.secretKeys), {
      kind: 'company.exported',
      companyId: company.id,
      detail: { rows, files: files.length },
    }),
  );
  return { company, rows, files: files.length, damaged };
}

async function exportRows(
  client: pg.Client,
  config: CompanyConfig,
  { idOrName, folder }: { idOrName: string; folder: string },
) {
  const company = await findCompany(client, idOrName);
  await mkdir(join(folder, 'tables'));
  const tables: Record<string, number> = {
    company: await exportTable(client, folder, 'company', 'id', company.id),
  };
  for (const table of (await companyTables(client)).filter((name) => !LEFT_OUT.has(name))) {
    tables[table] = await exportTable(client, folder, table, 'company_id', company.id);
  }
  await exportKeys(client, config.secretKey, company.id, folder);
  return { company, tables, files: await listFiles(client, company.id) };
}

/** Reads with a cursor, because a large company does not fit into memory. */
async function exportTable(
  client: pg.Client,
  folder: string,
  table: string,
  column: string,
  companyId: string,
): Promise<number> {
  await client.query(
    `declare exported no scroll cursor for select to_jsonb(t) as row from ${table} t where ${column} = $1`,
    [companyId],
  );
  const out = createWriteStream(join(folder, 'tables', `${table}.jsonl`), { mode: 0o600 });
  let count = 0;
  for (;;) {
    const { rows } = await client.query<{ row: unknown }>(`fetch ${ROWS_AT_ONCE} from exported`);
    for (const { row } of rows) out.write(`${JSON.stringify(row)}\n`);
    count += rows.length;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject);
    out.end(resolve);
  });
  await client.query('close exported');
  return count;
}

async function exportKeys(
  client: pg.Client,
  secretKey: string,
  companyId: string,
  folder: string,
): Promise<void> {
  const { rows } = await client.query<{ company_id: string; generation: number; wrapped: Buffer }>(
    'select company_id, generation, wrapped from company_key where company_id = $1',
    [companyId],
  );
  const keys = rows.map((row) => ({
    generation: row.generation,
    key: openKey(secretKey, row).toString('base64'),
  }));
  await writeFile(join(folder, 'keys.json'), `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
}

interface StoredFile {
  readonly key: string;
  readonly sha256: Buffer | null;
}

async function listFiles(client: pg.Client, companyId: string): Promise<StoredFile[]> {
  const { rows } = await client.query<StoredFile>(
    `select vault_key as key, sha256 from document where company_id = $1 and vault_key is not null
     union select vault_key, sha256 from document_version where company_id = $1 and vault_key is not null
     order by key`,
    [companyId],
  );
  return rows;
}

/** Returns false if the store does not have the bytes that were scanned. */
async function saveFile(bucket: Bucket, { key, sha256 }: StoredFile, folder: string) {
  // We generate the keys. Even so, no part of a key may lead out of the folder.
  if (key.split('/').some((part) => part === '..' || part === '')) return false;
  const path = join(folder, key);
  await mkdir(dirname(path), { recursive: true });
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(await bucket.read(key), hashing, createWriteStream(path, { mode: 0o600 }));
  } catch (error) {
    if (error instanceof Error && error.name === 'NoSuchKey') return false;
    throw error;
  }
  return sha256 === null || hash.digest().equals(sha256);
}
