/** When stored bytes differ from the scanned ones: blocks the document, records it, and alerts the on-call engineer. */
import type { Db } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { SecurityEvent } from '../../platform/security-events.ts';
import { IntegrityError } from '../../platform/stored-file.ts';
import { saveDamaged } from './store.ts';

export interface Log {
  error(about: object, message: string): void;
}

interface Damaged {
  readonly company_id: string;
  readonly id: string;
  readonly version: number;
}

export async function blockIfDamaged(
  { db, log }: { db: Db; log: Log },
  document: Damaged,
  error: unknown,
): Promise<void> {
  if (!(error instanceof IntegrityError)) return;
  const { company_id: companyId, id: documentId, version } = document;
  log.error(
    {
      event: 'document.checksum-mismatch' satisfies SecurityEvent,
      companyId,
      documentId,
      version,
      key: error.key,
    },
    'a stored document is not what was scanned: it is blocked; restore the object from a backup',
  );
  await db.write({ kind: 'company', companyId }, async (tx) => {
    const row = await saveDamaged(tx, document);
    if (!row) return;
    recordEvent(tx, {
      kind: 'document.damaged',
      companyId,
      ...(row.loan_id !== null && { loanId: row.loan_id }),
      staffOnly: true,
      changes: ['document', 'element'],
      detail: { documentId, version },
    });
  });
}
