/**
 * Deletes objects of the vault that no row refers to: a worker died between its PUT and its commit, a document's
 * bytes were scanned twice, or an export expired while the store was down. One slice of the keys per hour; all of
 * them in eleven days.
 */
import type { Logger } from 'pino';
import { sql } from 'kysely';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import type { Db } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Bucket } from '../../platform/object-storage.ts';

const HOUR_MS = 3_600_000;
const SLICES = 256;
/** After a restore, rows of the last days may be missing, and their bytes must still exist. */
const MIN_AGE_MS = 7 * 24 * HOUR_MS;

const KEY = /^[0-9a-f]{4}\/([0-9a-f-]{36})\/(?:document|pdf|thumbnails|package)\/([0-9a-f-]{36})/;

/** Returns how many were deleted. Keys in another format, or of a company unknown to this database, are kept. */
export async function reapVault(
  { db, vault }: { db: Db; vault: Bucket },
  prefix: string,
  before = new Date(Date.now() - MIN_AGE_MS),
): Promise<number> {
  let removed = 0;
  for await (const page of vault.list(prefix)) {
    const old = page.filter(({ key, modified }) => KEY.test(key) && modified < before);
    for (const [companyId, objects] of Map.groupBy(old, ({ key }) => KEY.exec(key)![1]!)) {
      const namedKeys = await namedIn(
        db,
        companyId,
        objects.map(({ key }) => key),
      );
      for (const { key } of objects) {
        if (namedKeys === undefined || namedKeys.has(key)) continue;
        await vault.remove(key);
        removed += 1;
      }
    }
  }
  return removed;
}

/** Undefined if the company does not exist here. Rows are found by the ids in the keys. */
async function namedIn(
  db: Db,
  companyId: string,
  keys: readonly string[],
): Promise<ReadonlySet<string> | undefined> {
  const ids = keys.map((key) => KEY.exec(key)![2]!);
  const among = sql<boolean>`= any(${ids}::uuid[])`;
  const [company, documents, versions, pdfs, thumbnails, packages] = await db
    .reads({ kind: 'company', companyId })
    .together(
      query.selectFrom('company').select('id').where('id', '=', companyId),
      query
        .selectFrom('document')
        .select('vault_key as key')
        .where('company_id', '=', companyId)
        .where(sql<boolean>`id ${among}`),
      query
        .selectFrom('document_version')
        .select('vault_key as key')
        .where('company_id', '=', companyId)
        .where(sql<boolean>`document_id ${among}`),
      query
        .selectFrom('document_pdf')
        .select('object_key as key')
        .where('company_id', '=', companyId)
        .where(sql<boolean>`document_id ${among}`),
      query
        .selectFrom('document_thumbnails')
        .select('object_key as key')
        .where('company_id', '=', companyId)
        .where(sql<boolean>`document_id ${among}`),
      query
        .selectFrom('package_file')
        .select('object_key as key')
        .where('company_id', '=', companyId)
        .where(sql<boolean>`id ${among}`),
    );
  if (company.length === 0 || companyId === PLATFORM_COMPANY) return undefined;
  const rows = [...documents, ...versions, ...pdfs, ...thumbnails, ...packages];
  return new Set(rows.flatMap(({ key }) => key ?? []));
}

/** Several workers may run it concurrently: an object that one has deleted is not listed for the other. */
export function keepReaping(
  deps: { db: Db; vault: Bucket },
  log: Pick<Logger, 'info' | 'warn'>,
): () => void {
  const timer = setInterval(() => {
    const slice = Math.floor(Date.now() / HOUR_MS) % SLICES;
    reapVault(deps, slice.toString(16).padStart(2, '0')).then(
      (removed) => removed > 0 && log.info({ removed }, 'removed orphaned objects from the vault'),
      (error: unknown) => log.warn({ err: error }, 'the vault could not be swept; next try in 1 h'),
    );
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
