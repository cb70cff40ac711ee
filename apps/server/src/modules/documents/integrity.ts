/** When stored bytes differ from the scanned ones: blocks the document, records it, and alerts the on-call engineer. */
import type { Db } from '../../platform/db/db.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { SecurityEvent } from '../../platform/security-events.ts';
import { IntegrityError } from '../../platform/stored-file.ts';
import { discardDerived } from './content-store.ts';
import { saveDamaged } from './store.ts';

export interface Log {
  error(about: object, message: string): void;
}

interface Damaged {
  readonly company_id: string;
  readonly id: string;
  readonly version: number;
}

/** A page or thumbnail differs from what was made: the document itself is intact, so they are made again. */
export async function discardIfDamaged(
  { db, log }: { db: Db; log: Log },
  companyId: string,
  error: unknown,
): Promise<void> {
  if (!(error instanceof IntegrityError)) return;
  const { key } = error;
  log.error(
    { event: 'document.derived-mismatch' satisfies SecurityEvent, companyId, key },
    'stored pages are not what was made: they are not served, and are made again when the document is opened',
  );
  await db.write({ kind: 'company', companyId }, (tx) => discardDerived(tx, companyId, key));
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
      changes: [
        'document',
        'element',
        ...(row.loan_id === null ? [] : (['loan', 'loanList'] as const)),
      ],
      detail: { documentId, version },
    });
  });
}
