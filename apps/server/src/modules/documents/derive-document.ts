/** Creates a document whose bytes the worker makes: row, event and work in one transaction. */
import { isStaff, type Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import type { UploadDestination } from './create-document.ts';
import type { DocumentOrigin } from './document-origin.ts';
import { countDerived } from './processing-limits.ts';
import { insertDocument } from './store.ts';

/** The stored size until the bytes are made. */
const UNKNOWN_SIZE = 1;

/** Clients cannot upload to this key, because keys of uploads start differently. */
const derivedObjectKey = (id: string): string => `derived/${id}`;

/**
 * Returns the document's id. The caller must have checked that the user may read the sources and add files to the
 * destination.
 */
export async function deriveDocument(
  tx: Tx,
  actor: Actor,
  { companyId, loanId, privateTo }: UploadDestination,
  { name, origin }: { name: string; origin: DocumentOrigin },
): Promise<string> {
  await countDerived(tx, actor);
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

/** For many pages, only their documents, so that the audit entry stays short. */
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
