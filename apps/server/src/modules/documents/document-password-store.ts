/** Passwords of locked PDFs, sealed, on their way from the web process to the worker. */
import { sql } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { isShownOutsideStaff } from './content-store.ts';
import type { ScannedBytes } from './store.ts';

/** Puts the document back into the state before its scan. Undefined if another person has done so already. */
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
      .returning(['loan_id', 'private_to', isShownOutsideStaff.as('shown')]),
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

/** Returns and deletes the password. Undefined if it was already taken or has expired. */
export async function consumeSealedPassword(
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
