/** Passwords of locked PDFs, sealed, between the web process and the worker. */
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { shownToParties } from './content-store.ts';
import type { ScannedBytes } from './store.ts';

/** Waits for its check once more. Undefined: another person was first. */
export async function saveUnlocking(tx: Tx, { companyId, documentId, version }: ScannedBytes) {
  const [row] = await tx.run(
    query
      .updateTable('document')
      .set({ virus_scan_state: 'PENDING', scan_reason: null, modified_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('id', '=', documentId)
      .where('version', '=', version)
      .where('scan_reason', 'in', ['ENCRYPTED', 'WRONG_PASSWORD'])
      .where('removed_at', 'is', null)
      .returning(['loan_id', 'private_to', shownToParties.as('shown')]),
  );
  return row;
}

export async function keepSealedPassword(
  tx: Tx,
  { companyId, documentId, version }: ScannedBytes,
  sealed: Buffer,
): Promise<void> {
  await tx.run(
    query.selectNoFrom(
      sql`app.keep_document_password(${companyId}::uuid, ${documentId}::uuid, ${version}::int,
        ${sealed}::bytea)`.as('kept'),
    ),
  );
}

/** Gone with this transaction. Undefined: it was taken before, or too late. */
export async function takeSealedPassword(
  tx: Queries,
  { documentId, version }: ScannedBytes,
): Promise<Buffer | undefined> {
  const [row] = await tx.run(
    query.selectNoFrom(
      sql<Buffer | null>`app.take_document_password(${documentId}::uuid, ${version}::int)`.as(
        'sealed',
      ),
    ),
  );
  return row?.sealed ?? undefined;
}
