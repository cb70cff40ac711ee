/** The virus scan: moves an upload from incoming to the vault, reading it once. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { ScanReason } from '@cairn/contract';
import { isLockedPdf } from '@cairn/contract/file-terms';
import type { Db, Scope } from '../../platform/db/db.ts';
import { contentProblem } from '../../platform/file-content.ts';
import { keyPrefix } from '../../platform/ids.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { Digester, type Digests } from '../../platform/stored-file.ts';
import { scan, type Clamd, type Verdict } from '../../platform/virus-scanner.ts';
import type { WorkflowInputs } from '../../platform/workflow-inputs.ts';
import { findStoredObject, saveScanResult, type ScannedBytes, type ScanResult } from './store.ts';

export type DocumentRef = WorkflowInputs['scanDocument'];

/** Activities of this module outside the database; each can be repeated. */
export interface ScanActivities {
  scanStoredFile(ref: DocumentRef): Promise<void>;
  giveUpScanning(ref: DocumentRef): Promise<void>;
}

export interface ScanDeps {
  readonly db: Db;
  readonly storage: { readonly incoming: Bucket; readonly vault: Bucket };
  readonly clamd: Clamd;
}

export function scanActivities(
  { db, storage, clamd }: ScanDeps,
  heartbeat: () => void,
): ScanActivities {
  return {
    async scanStoredFile({ companyId, documentId, version = 1 }) {
      const scope: Scope = { kind: 'company', companyId };
      const object = await findStoredObject(db.reads(scope), companyId, documentId);
      if (object?.version !== version) return;
      const bytes = { companyId, documentId, version };
      const isOpen =
        object.scan_reason === null && ['PENDING', 'ERROR'].includes(object.virus_scan_state);
      const reason = isOpen
        ? await scanToVault({ db, storage, clamd }, bytes, object, heartbeat)
        : object.scan_reason;
      // It waits for its password until it expires.
      if (isLockedPdf({ name: object.name, scanReason: reason })) return;
      // Also after an attempt that died before this line. Anything left behind expires.
      await storage.incoming.remove(object.object_key);
    },
    giveUpScanning: ({ version = 1, ...ref }) =>
      saveVerdict(db, { ...ref, version }, { state: 'ERROR' }),
  };
}

/** The key contains the digest besides the document's id, so that a key never gets other bytes. */
export function vaultKey({ companyId, documentId, version }: ScannedBytes, sha256: Buffer): string {
  const name = `${documentId}.${version}.${sha256.toString('hex')}`;
  return `${keyPrefix(companyId, documentId)}/document/${name}`;
}

interface Arrived {
  readonly object_key: string;
  readonly size: number;
  readonly name: string;
}

/** The bytes that clamd has scanned, in a local file. */
interface Scanned {
  readonly path: string;
  readonly name: string;
  readonly verdict: Verdict;
  readonly digests: Digests;
}

/** Puts clean bytes into the vault. Returns the reason if they are blocked, otherwise null. */
export async function keepScanned(
  { db, storage }: Pick<ScanDeps, 'db' | 'storage'>,
  bytes: ScannedBytes,
  { path, name, verdict, digests }: Scanned,
): Promise<ScanReason | null> {
  const reason = verdict.clean ? await contentProblem(path, name) : verdict.reason;
  if (reason) {
    const { sha256, crc32 } = digests;
    await saveVerdict(db, bytes, { state: 'INFECTED', sha256, crc32, reason });
    return reason;
  }
  const key = vaultKey(bytes, digests.sha256);
  await storage.vault.putFile(key, path, digests);
  await saveVerdict(db, bytes, { state: 'CLEAN', ...digests, vaultKey: key });
  return null;
}

/**
 * Reads the object once into a local file: clamd's input, the digests and the bytes stored in the vault are the same,
 * whatever happens to the object meanwhile.
 */
async function scanToVault(
  { db, storage, clamd }: ScanDeps,
  bytes: ScannedBytes,
  { object_key, size, name }: Arrived,
  heartbeat: () => void,
): Promise<ScanReason | null> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-scan-'));
  const beating = setInterval(heartbeat, BEAT_MS);
  const path = join(folder, 'file');
  const file = createWriteStream(path, { mode: 0o600 });
  // Handled where the file is written or ended.
  file.on('error', () => {});
  try {
    const digester = new Digester();
    const content = spoolTo(await storage.incoming.read(object_key), file);
    const verdict = await scan(clamd, content, (chunk) => digester.update(chunk));
    const digests = digester.digests();
    if (digests.size !== size) throw new Error(`incoming has ${digests.size} of ${size} bytes`);
    return await keepScanned({ db, storage }, bytes, { path, name, verdict, digests });
  } finally {
    clearInterval(beating);
    file.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

export const BEAT_MS = 2000;

async function* spoolTo(
  content: AsyncIterable<Buffer>,
  to: ReturnType<typeof createWriteStream>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    if (!to.write(chunk)) await once(to, 'drain');
    yield chunk;
  }
  to.end();
  await finished(to);
}

/** A document without a loan belongs to a template; on a loan the counters change, too. */
const placesOf = (loanId: string | null) =>
  loanId === null ? (['templateElement'] as const) : (['loan', 'loanList'] as const);

export async function saveVerdict(db: Db, bytes: ScannedBytes, result: ScanResult) {
  const { companyId, documentId } = bytes;
  await db.write({ kind: 'company', companyId }, async (tx) => {
    const document = await saveScanResult(tx, bytes, result);
    if (!document) return;
    recordEvent(tx, {
      kind: 'document.scanned',
      companyId,
      ...(document.loan_id !== null && { loanId: document.loan_id }),
      // Only the owner of a private document gets events about it.
      ...(document.private_to !== null && { accountId: document.private_to }),
      staffOnly: !document.shown || document.loan_id === null,
      // People are notified only of a blocked file.
      ...((result.state !== 'INFECTED' || result.isAnnounced) && { notifies: false }),
      // On a queue of its own, so that a slow conversion delays neither the review nor the next scan.
      ...(result.state === 'CLEAN' && { starts: { workflow: 'processDocument', input: bytes } }),
      changes: ['document', 'element', ...placesOf(document.loan_id)],
      detail: {
        documentId,
        state: result.state,
        ...(result.reason && { reason: result.reason }),
        sha256: result.sha256?.toString('hex'),
      },
    });
  });
}
