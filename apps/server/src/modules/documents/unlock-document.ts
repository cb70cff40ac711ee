/** Unlocks PDFs: who may enter a password, how often, and how it gets to the worker (decision 0082). */
import { createHmac } from 'node:crypto';
import { isLockedPdf } from '@cairn/contract/file-terms';
import { ApiError } from '../../platform/api-error.ts';
import { keyFor, keysFor, seal, unsealWithAny } from '../../platform/crypto.ts';
import { anonymous, type Db, type Queries, type Tx } from '../../platform/db/db.ts';
import { countUp } from '../../platform/rate-limit.ts';
import { recordEvent } from '../../platform/record-event.ts';
import {
  keepSealedPassword,
  saveUnlocking,
  consumeSealedPassword,
} from './document-password-store.ts';
import type { DocumentRow, ScannedBytes } from './store.ts';

export interface PasswordDeps {
  readonly db: Db;
  readonly secretKey: string;
  readonly limitFactor: number;
  readonly storage: { arrivedSize(key: string): Promise<number | undefined> };
}

type Locked = Pick<
  DocumentRow,
  'company_id' | 'id' | 'name' | 'object_key' | 'virus_scan_state' | 'scan_reason' | 'version'
>;

const TRIES_PER_HOUR = 10;
const HOUR = 3600;
const USE = 'document passwords';
const placeOf = ({ companyId, documentId, version }: ScannedBytes): string =>
  `document ${companyId} ${documentId} ${version}`;

/**
 * Counts the try before the transaction, so that it counts in any case and no row lock is held while the store
 * answers. False if there is nothing to unlock, because that was done or is in progress.
 */
export async function countPasswordTry(
  { db, secretKey, limitFactor, storage }: PasswordDeps,
  document: Locked,
): Promise<boolean> {
  const { name, scan_reason: scanReason, virus_scan_state: state } = document;
  if (state === 'CLEAN' || (state === 'PENDING' && scanReason === null)) return false;
  if (!isLockedPdf({ name, scanReason })) throw new ApiError('FILE_NOT_CLEAN');
  const key = createHmac('sha256', keyFor(secretKey, 'tries of document passwords'))
    .update(document.id)
    .digest();
  const { calls, left: secondsLeft } = await db.write(anonymous, (tx) => countUp(tx, key, HOUR));
  if (calls > TRIES_PER_HOUR * limitFactor) {
    throw new ApiError('TOO_MANY_PASSWORDS', { headers: { 'retry-after': String(secondsLeft) } });
  }
  if ((await storage.arrivedSize(document.object_key)) === undefined) {
    throw new ApiError('FILE_NOT_KEPT');
  }
  return true;
}

/** A document without a loan belongs to a template or is in a shoebox; on a loan the counters change, too. */
const placesOf = (loanId: string | null) =>
  loanId === null ? (['templateElement', 'shoebox'] as const) : (['loan', 'loanList'] as const);

/** The file is scanned again, and its password is passed to the worker, sealed. */
export async function unlockDocument(
  tx: Tx,
  document: Locked,
  { secretKey, password, actorId }: { secretKey: string; password: string; actorId?: string },
): Promise<void> {
  const { company_id: companyId, id: documentId, version } = document;
  const ref = { companyId, documentId, version };
  const row = await saveUnlocking(tx, ref);
  // Another person was first.
  if (!row) return;
  const sealed = seal(keyFor(secretKey, USE), placeOf(ref), password);
  await keepSealedPassword(tx, ref, sealed);
  recordEvent(tx, {
    kind: 'document.passwordEntered',
    companyId,
    ...(actorId !== undefined && { actorId }),
    ...(row.loan_id !== null && { loanId: row.loan_id }),
    ...(row.private_to !== null && { accountId: row.private_to }),
    staffOnly: !row.shown || row.loan_id === null,
    changes: ['document', 'element', ...placesOf(row.loan_id)],
    detail: { documentId },
    starts: { workflow: 'unlockDocument', input: ref },
  });
}

/** For the worker. Undefined if the password was already taken or has expired. */
export async function consumePassword(
  tx: Queries,
  secretKey: string,
  bytes: ScannedBytes,
): Promise<string | undefined> {
  const sealed = await consumeSealedPassword(tx, bytes);
  return sealed && unsealWithAny(keysFor(secretKey, USE), placeOf(bytes), sealed);
}
