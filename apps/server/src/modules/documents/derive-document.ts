/** A document that the worker makes: row, event and work in one transaction. */
import { isStaff, type Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { UploadDestination } from './create-document.ts';
import type { DocumentOrigin } from './document-origin.ts';
import { insertDocument } from './store.ts';

/** Until its bytes are made. */
const UNKNOWN_SIZE = 1;

/** No client can upload to it: keys of uploads start otherwise. */
const derivedObjectKey = (id: string): string => `derived/${id}`;

/** Returns its id. The caller may read the sources, and may bring files to the destination. */
export async function deriveDocument(
  tx: Tx,
  actor: Actor,
  { companyId, loanId, privateTo }: UploadDestination,
  { name, origin }: { name: string; origin: DocumentOrigin },
): Promise<string> {
  const id = newId();
  await insertDocument(tx, {
    companyId,
    id,
    loanId,
    name,
    provider: 'S3',
    objectKey: derivedObjectKey(id),
    size: UNKNOWN_SIZE,
    createdBy: actor.accountId,
    privateTo,
    origin,
  });
  recordEvent(tx, {
    kind: 'document.derived',
    companyId,
    actorId: actor.accountId,
    ...(loanId !== null && { loanId }),
    ...(privateTo !== null && { accountId: privateTo }),
    staffOnly: isStaff(actor),
    changes: ['document'],
    detail: { documentId: id, ...summaryOf(origin) },
    starts: { workflow: 'deriveDocument', input: { companyId, documentId: id } },
  });
  return id;
}

/** Of many pages, the documents that they are from: an entry of the audit log stays short. */
function summaryOf(origin: DocumentOrigin): Record<string, unknown> {
  if (origin.kind === 'MERGED') {
    return { origin: { kind: origin.kind, sources: origin.sources } };
  }
  if (origin.kind !== 'PAGES') return { origin };
  const sources = new Map(
    origin.pages.map(({ documentId, version }) => [documentId, { documentId, version }]),
  );
  return {
    origin: { kind: origin.kind, sources: [...sources.values()], pages: origin.pages.length },
  };
}
