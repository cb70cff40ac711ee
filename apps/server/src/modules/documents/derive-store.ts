import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { DocumentOrigin, SourceFile } from './document-origin.ts';
import { visibleDocuments, type DocumentRow } from './store.ts';

/** Undefined if the document was uploaded, or is made already. */
export async function findUnmade(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('version', '=', 1)
      .where('virus_scan_state', 'in', ['PENDING', 'ERROR'])
      .where('scan_reason', 'is', null)
      .where('removed_at', 'is', null)
      .where('origin', 'is not', null)
      .select(['name', 'origin', 'created_at']),
  );
  return row && { name: row.name, madeAt: row.created_at, origin: row.origin as DocumentOrigin };
}

/** The sources of a merged document. For any other document, or one that was changed since, the document itself. */
export async function filesIn(
  reads: Queries,
  { company_id, id, version }: Pick<DocumentRow, 'company_id' | 'id' | 'version'>,
): Promise<readonly SourceFile[]> {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .where('version', '=', 1)
      .select('origin'),
  );
  const origin = row?.origin as DocumentOrigin | null | undefined;
  return origin?.kind === 'MERGED' ? origin.sources : [{ documentId: id, version }];
}

/**
 * The JPEG that this user has already made from the same bytes. Locks the source, so that concurrent calls make only
 * one.
 */
export async function findJpeg(
  tx: Tx,
  actor: Actor,
  { company_id, id, version }: Pick<DocumentRow, 'company_id' | 'id' | 'version'>,
): Promise<string | undefined> {
  const [row] = await tx.run(
    visibleDocuments(actor)
      .where('document.company_id', '=', company_id)
      .where(sql<boolean>`document.origin ->> 'kind' = 'JPEG'`)
      .where(sql<boolean>`document.origin ->> 'documentId' = ${id}`)
      .where(sql<boolean>`(document.origin ->> 'version')::int = ${version}`)
      .where('document.created_by', '=', actor.accountId)
      .where('document.virus_scan_state', '<>', 'INFECTED')
      .select('document.id')
      .limit(1),
  );
  return row?.id;
}
