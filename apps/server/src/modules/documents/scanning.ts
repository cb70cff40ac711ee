import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Config } from '../../platform/config.ts';
import type { Db, Scope } from '../../platform/db/db.ts';
import { record } from '../../platform/record.ts';
import type { ObjectStore } from '../../platform/store.ts';
import { scan } from '../../platform/virus-scanner.ts';
import { findStoredObject, saveScanResult, type ScannedBytes, type ScanResult } from './store.ts';

export interface DocumentRef {
  companyId: string;
  documentId: string;
  /** Left out: the bytes that were brought first. */
  version?: number;
}

/** What the durable work of this module does outside the database, each step safe to repeat. */
export interface ScanningActivities {
  scanStoredFile(ref: DocumentRef): Promise<void>;
  giveUpScanning(ref: DocumentRef): Promise<void>;
}

export function scanningActivities(
  { db, store, clamd }: { db: Db; store: ObjectStore; clamd: Config['clamd'] },
  heartbeat: () => void,
): ScanningActivities {
  return {
    async scanStoredFile({ companyId, documentId, version = 1 }) {
      const scope: Scope = { kind: 'company', companyId };
      const stored = await findStoredObject(db.reads(scope), companyId, documentId);
      if (
        stored?.version !== version ||
        stored.virus_scan_state === 'CLEAN' ||
        stored.virus_scan_state === 'INFECTED'
      ) {
        return;
      }
      const content = await store.read(stored.object_key);
      const result = await examine(clamd, content, stored.size, heartbeat);
      await conclude(db, { companyId, documentId, version }, result);
    },

    giveUpScanning: ({ version = 1, ...ref }) =>
      conclude(db, { ...ref, version }, { state: 'ERROR' }),
  };
}

/** One pass over the bytes: the scanner's verdict, their length, and the sums kept for later. */
async function examine(
  clamd: Config['clamd'],
  content: Readable,
  size: number,
  heartbeat: () => void,
): Promise<ScanResult> {
  const sha256 = createHash('sha256');
  let crc = 0;
  let length = 0;
  const verdict = await scan(clamd, content, (chunk) => {
    sha256.update(chunk);
    crc = crc32(chunk, crc);
    length += chunk.length;
    heartbeat();
  });
  if (length !== size) throw new Error(`the store returned ${length} of ${size} bytes`);
  return { state: verdict.clean ? 'CLEAN' : 'INFECTED', sha256: sha256.digest(), crc32: crc };
}

/** A document of no loan is one that a template hands out. */
const ownDocument = ['templateElement'] as const;

async function conclude(db: Db, bytes: ScannedBytes, result: ScanResult) {
  const { companyId, documentId } = bytes;
  await db.write({ kind: 'company', companyId }, async (tx) => {
    const document = await saveScanResult(tx, bytes, result);
    if (!document) return;
    record(tx, {
      kind: 'document.scanned',
      companyId,
      ...(document.loan_id !== null && { loanId: document.loan_id }),
      // What is somebody's own, nobody else hears of.
      ...(document.private_to !== null && { accountId: document.private_to }),
      staffOnly: !document.shown || document.loan_id === null,
      changes: ['document', 'element', ...(document.loan_id === null ? ownDocument : [])],
      detail: { documentId, state: result.state, sha256: result.sha256?.toString('hex') },
    });
  });
}
