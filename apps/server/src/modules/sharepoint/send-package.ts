/** Activities of the worker: check a library, and send the documents of a loan to it. Each is idempotent. */
import type { SharePointFailure } from '@cairn/contract/sharepoint-terms';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Db, Scope } from '../../platform/db/db.ts';
import type { Bucket } from '../../platform/object-storage.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { IntegrityError, readStoredBytes } from '../../platform/stored-file.ts';
import { blockIfDamaged } from '../documents/index.ts';
import { storedDocuments } from '../exports/index.ts';
import { GraphClient, GraphFailed, type GraphConfig } from './graph-client.ts';
import {
  findConnection,
  findExport,
  moveExport,
  placeOfSecret,
  saveCheck,
  type ConnectionRow,
  type ExportRef,
  type ExportRow,
} from './store.ts';

export interface ConnectionRef {
  readonly companyId: string;
  readonly version: number;
}

export interface SharePointActivities {
  checkLibrary(ref: ConnectionRef): Promise<void>;
  giveUpLibrary(ref: ConnectionRef): Promise<void>;
  sendToLibrary(ref: ExportRef): Promise<void>;
  giveUpSending(ref: ExportRef): Promise<void>;
}

interface Deps {
  readonly db: Db;
  readonly storage: { readonly vault: Bucket };
  readonly keys: CompanyKeys;
  readonly config: GraphConfig;
  readonly log: Parameters<typeof blockIfDamaged>[0]['log'];
}

const BEAT_MS = 2000;

export function sharePointActivities(deps: Deps, heartbeat: () => void): SharePointActivities {
  const { db } = deps;
  return {
    checkLibrary: async (ref) => {
      const connection = await findConnection(db.reads(companyOf(ref)), ref.companyId);
      if (connection?.version !== ref.version || connection.state !== 'CHECKING') return;
      const client = await clientFor(deps, ref.companyId, connection);
      try {
        const drives = await client.librariesOf(connection.site_url);
        const libraryName = connection.library.toLowerCase();
        const library = drives.find(({ name }) => name.toLowerCase() === libraryName);
        const libraries = drives.map(({ name }) => name).slice(0, 100);
        await concludeCheck(
          db,
          ref,
          library
            ? { libraries, driveId: library.id }
            : { libraries, failure: 'LIBRARY_NOT_FOUND' },
        );
      } catch (error) {
        if (!(error instanceof GraphFailed)) throw error;
        await concludeCheck(db, ref, { failure: error.failure });
      }
    },
    giveUpLibrary: (ref) => concludeCheck(db, ref, { failure: 'UNAVAILABLE' }),

    sendToLibrary: async (ref) => {
      const row = await findExport(db.reads(companyOf(ref)), ref);
      if (row?.state !== 'QUEUED' && row?.state !== 'RUNNING') return;
      const beating = setInterval(heartbeat, BEAT_MS);
      try {
        const webUrl = await sendAll(deps, ref, row);
        await finishExport(db, ref, row, { state: 'DONE', web_url: webUrl });
      } catch (error) {
        if (!(error instanceof GraphFailed)) throw error;
        await finishExport(db, ref, row, { state: 'FAILED', failure: error.failure });
      } finally {
        clearInterval(beating);
      }
    },
    giveUpSending: async (ref) => {
      const row = await findExport(db.reads(companyOf(ref)), ref);
      if (row) await finishExport(db, ref, row, { state: 'FAILED', failure: 'UNAVAILABLE' });
    },
  };
}

const companyOf = ({ companyId }: { companyId: string }): Scope => ({ kind: 'company', companyId });

async function clientFor({ db, keys, config }: Deps, companyId: string, row: ConnectionRow) {
  const generation = row.key_generation;
  const open = await keys.opening(db.reads(companyOf({ companyId })), companyId, [generation]);
  const clientSecret = open(placeOfSecret(companyId), { sealed: row.sealed, generation });
  return new GraphClient(config, {
    tenantId: row.tenant_id,
    clientId: row.client_id,
    clientSecret,
  });
}

/** Continues after the files that were sent already. Returns the link to the folder. */
async function sendAll(deps: Deps, ref: ExportRef, row: ExportRow): Promise<string> {
  const { db } = deps;
  const { files, paths } = row.plan;
  const connection = await findConnection(db.reads(companyOf(ref)), ref.companyId);
  if (!connection?.drive_id) throw new GraphFailed('DISCONNECTED');
  const client = await clientFor(deps, ref.companyId, connection);
  for (let at = row.sent; at < files.length; at += 1) {
    await sendOne(deps, ref, {
      client,
      driveId: connection.drive_id,
      file: files[at]!,
      path: `${row.folder}/${paths[at]!}`,
    });
    const isOpen = await db.write(companyOf(ref), (tx) =>
      moveExport(tx, ref, { state: 'RUNNING', sent: at + 1 }),
    );
    if (!isOpen) throw new GraphFailed('DISCONNECTED');
  }
  return client.linkTo(connection.drive_id, row.folder);
}

interface Sending {
  readonly client: GraphClient;
  readonly driveId: string;
  readonly file: ExportRow['plan']['files'][number];
  readonly path: string;
}

/**
 * Reads the document again right before it is sent: documents that were removed or found infected meanwhile are not
 * sent.
 */
async function sendOne(
  { db, storage, log }: Deps,
  ref: ExportRef,
  { client, driveId, file, path }: Sending,
): Promise<void> {
  const { companyId } = ref;
  const [source] = (await storedDocuments(db.reads(companyOf(ref)), companyId, [file])) ?? [];
  if (!source) throw new GraphFailed('CHANGED');
  try {
    await client.upload(driveId, {
      path,
      size: source.size,
      read: (from, to) => readStoredBytes(storage.vault, source, from, to),
    });
  } catch (error) {
    if (!(error instanceof IntegrityError)) throw error;
    const damaged = { company_id: companyId, id: file.documentId, version: file.version };
    await blockIfDamaged({ db, log }, damaged, error);
    throw new GraphFailed('DAMAGED');
  }
}

function concludeCheck(
  db: Db,
  ref: ConnectionRef,
  result: Parameters<typeof saveCheck>[2],
): Promise<void> {
  return db.write(companyOf(ref), async (tx) => {
    if (!(await saveCheck(tx, ref, result))) return;
    const failure = 'failure' in result ? result.failure : null;
    recordEvent(tx, {
      kind: 'sharepoint.checked',
      companyId: ref.companyId,
      staffOnly: true,
      changes: ['sharepoint'],
      detail: { ...(failure && { failure }) },
    });
  });
}

function finishExport(
  db: Db,
  ref: ExportRef,
  { loan_id: loanId, files }: ExportRow,
  end: { state: 'DONE'; web_url: string } | { state: 'FAILED'; failure: SharePointFailure },
): Promise<void> {
  return db.write(companyOf(ref), async (tx) => {
    if (!(await moveExport(tx, ref, end))) return;
    recordEvent(tx, {
      kind: end.state === 'DONE' ? 'sharepoint.exported' : 'sharepoint.failed',
      companyId: ref.companyId,
      loanId,
      staffOnly: true,
      changes: ['sharepoint'],
      detail: {
        exportId: ref.exportId,
        files,
        ...(end.state === 'FAILED' && { failure: end.failure }),
      },
    });
  });
}
