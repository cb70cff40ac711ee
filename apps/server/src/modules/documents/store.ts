import type { ScanReason } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { prepareQueryByCaller, query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { removeDerived, isShownOutsideStaff } from './content-store.ts';
import type { DocumentOrigin } from './document-origin.ts';

/**
 * Staff see the company's documents. Others see, on loans where they hold a role, what they uploaded, and on any loan
 * the documents that answer requests they see.
 */
const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'document'>) =>
  eb.and([
    eb.or([eb('document.private_to', 'is', null), eb('document.private_to', '=', actor.accountId)]),
    shownTo(actor, eb),
  ]);

/** Documents that are not private to another user. */
function shownTo(actor: Actor, eb: ExpressionBuilder<Schema, 'document'>) {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('document.company_id', '=', actor.companyId);
  const holdsRole = eb.exists(
    eb
      .selectFrom('loan_role')
      .whereRef('loan_role.company_id', '=', 'document.company_id')
      .whereRef('loan_role.loan_id', '=', 'document.loan_id')
      .where('loan_role.account_id', '=', actor.accountId)
      .where(sql`app.level_of(loan_role.role)`, '=', actor.roleLevel)
      .select('loan_role.id'),
  );
  return eb.or([
    eb.and([holdsRole, eb('document.created_by', '=', actor.accountId)]),
    answersSomethingShown(actor),
    eb.and([holdsRole, eb.lit(actor.roleLevel === 'LENDER'), answeredBefore]),
    waitsToBeFiled,
    isOnLicenseShown,
    isSentToCaller,
  ]);
}

/** Uploaded for a message in one of the caller's conversations, on a loan where they hold a role. */
const isSentToCaller = sql<boolean>`exists (
  select from message_attachment a
  where a.company_id = document.company_id and a.document_id = document.id and a.shared
    and app.holds_role(a.company_id, a.loan_id) and app.in_thread(a.company_id, a.thread_id))`;

/** A picture of a driver's license that the caller may see. */
const isOnLicenseShown = sql<boolean>`exists (
  select from drivers_license l
  where l.company_id = document.company_id
    and (l.front_document_id = document.id or l.back_document_id = document.id)
    and app.sees_license(l.company_id, l.entity_id))`;

/** Belongs to its person and the lender: as an answer or in a shoebox, others would see it. */
const isLicensePicture = sql<boolean>`exists (
  select from drivers_license l
  where l.company_id = document.company_id
    and (l.front_document_id = document.id or l.back_document_id = document.id))`;

/** In a shoebox whose files the caller may see. */
const waitsToBeFiled = sql<boolean>`exists (
  select from shoebox_item i
  where i.company_id = document.company_id and i.document_id = document.id and i.filed_at is null
    and app.sees_shoebox_item(i))`;

/** Lenders also see documents of earlier answers. */
const answeredBefore = sql<boolean>`exists (
  select from past_answer p
  where p.company_id = document.company_id and p.document_id = document.id)`;

const answersSomethingShown = (actor: Actor) => sql<boolean>`exists (
  select from element e
  where e.company_id = document.company_id
    and (e.answer_document_id = document.id or e.form_document_id = document.id)
    and app.sees_element(${actor.accountId}::uuid, e))`;

/**
 * The loan on which a form of the company is available to the reader, where its reading is recorded: one of their own
 * loans, or the one that shares the request with theirs.
 */
export async function loanHandingOut(reads: Queries, actor: Actor, document: DocumentRow) {
  const [row] = await reads.run(
    query
      .selectFrom('element')
      .where('element.company_id', '=', document.company_id)
      .where('element.form_document_id', '=', document.id)
      .where(sql<boolean>`app.sees_element(${actor.accountId}::uuid, element)`)
      .select('element.loan_id')
      .orderBy(sql`app.holds_role(element.company_id, element.loan_id)`, 'desc')
      .orderBy('element.loan_id')
      .limit(1),
  );
  return row?.loan_id;
}

const columns = [
  'document.company_id',
  'document.id',
  'document.loan_id',
  'document.name',
  'document.provider',
  'document.object_key',
  'document.vault_key',
  'document.sha256',
  'document.chunk_sha256',
  'document.size',
  'document.virus_scan_state',
  'document.scan_reason',
  'document.created_by',
  'document.created_at',
  'document.modified_at',
  'document.version',
  'document.written_by',
  'document.private_to',
  'document.content_state',
  'document.page_count',
] as const;

/** The base of every query of documents. */
export const visibleDocuments = (actor: Actor) =>
  query
    .selectFrom('document')
    .where(visible(actor))
    // Permanently deleted: kept for the history, never served.
    .where('document.removed_at', 'is', null);

const withUploader = (actor: Actor) =>
  visibleDocuments(actor)
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'document.company_id')
        .onRef('person.account_id', '=', 'document.created_by'),
    )
    .select(columns)
    .select(['person.given_name', 'person.family_name', 'person.email_address'])
    .select(isLicensePicture.as('is_license_picture'));

export async function findDocument(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(documentById(actor, { id }));
  return row;
}
export const documentById = prepareQueryByCaller((actor, { id }: { id: string }) =>
  withUploader(actor).where('document.id', '=', id),
);
export const findDocuments = (reads: Queries, actor: Actor, ids: readonly string[]) =>
  reads.run(withUploader(actor).where(sql<boolean>`document.id = any(${ids}::uuid[])`));
export type DocumentRow = NonNullable<Awaited<ReturnType<typeof findDocument>>>;

export interface NewDocument {
  companyId: string;
  id: string;
  loanId: string | null;
  name: string;
  provider: 'S3' | 'SHAREPOINT';
  objectKey: string;
  size: number;
  createdBy: string;
  /** If set, only this user sees the document. */
  privateTo?: string | null;
  /** Absent if the document was uploaded. */
  origin?: DocumentOrigin;
}

export async function insertDocument(tx: Tx, document: NewDocument): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('document')
      .values({
        company_id: document.companyId,
        id: document.id,
        loan_id: document.loanId,
        name: document.name,
        provider: document.provider,
        object_key: document.objectKey,
        size: document.size,
        created_by: document.createdBy,
        private_to: document.privateTo ?? null,
        ...(document.origin && { origin: JSON.stringify(document.origin) }),
      })
      // An object belongs to one document, so a repeated call does not create a second one.
      .onConflict((conflict) => conflict.column('object_key').doNothing())
      .returning('id'),
  );
  return rows.length === 1;
}

/** Locks the row, so that no save or scan changes it until the commit. */
export async function lockDocument(tx: Tx, actor: Actor, id: string) {
  const [row] = await tx.run(
    visibleDocuments(actor).where('document.id', '=', id).select(columns).forUpdate('document'),
  );
  return row;
}

export interface NewBytes {
  name: string;
  objectKey: string;
  size: number;
  writtenBy: string;
}

/** Turns a private document into a document of a loan. */
export async function moveDocumentToLoan(
  tx: Tx,
  { company_id, document_id }: { company_id: string; document_id: string },
  loanId: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('document')
      .set({ loan_id: loanId, private_to: null })
      .where('company_id', '=', company_id)
      .where('id', '=', document_id),
  );
}

/** Renames an upload that was not submitted yet; the new name has the same type. */
export async function renameDocument(
  tx: Tx,
  { company_id, id }: { company_id: string; id: string },
  name: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('document')
      .set({ name, modified_at: sql`now()` })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

/** Keeps the current bytes as a version; the new ones wait for their scan. */
export async function replaceBytes(
  tx: Tx,
  document: { company_id: string; id: string; version: number },
  bytes: NewBytes,
): Promise<void> {
  await keepVersion(tx, document, bytes.writtenBy);
  await tx.run(
    query
      .updateTable('document')
      .set({
        name: bytes.name,
        object_key: bytes.objectKey,
        size: bytes.size,
        sha256: null,
        crc32: null,
        vault_key: null,
        chunk_sha256: null,
        scan_reason: null,
        virus_scan_state: 'PENDING',
        content_state: null,
        page_count: null,
        version: document.version + 1,
        written_by: bytes.writtenBy,
        written_at: sql`now()`,
        modified_at: sql`now()`,
      })
      .where('company_id', '=', document.company_id)
      .where('id', '=', document.id),
  );
}

const keepVersion = (
  tx: Tx,
  { company_id, id }: { company_id: string; id: string },
  replacedBy: string,
) =>
  tx.run(
    query
      .insertInto('document_version')
      .columns([
        'company_id',
        'document_id',
        'version',
        'loan_id',
        'name',
        'object_key',
        'size',
        'sha256',
        'crc32',
        'vault_key',
        'chunk_sha256',
        'scan_reason',
        'virus_scan_state',
        'written_by',
        'written_at',
        'replaced_by',
      ])
      .expression((eb) =>
        eb
          .selectFrom('document')
          .where('company_id', '=', company_id)
          .where('id', '=', id)
          .select([
            'company_id',
            'id',
            'version',
            sql<string>`loan_id`.as('loan_id'),
            'name',
            'object_key',
            'size',
            'sha256',
            'crc32',
            'vault_key',
            'chunk_sha256',
            'scan_reason',
            'virus_scan_state',
            sql<string>`coalesce(written_by, created_by)`.as('written_by'),
            sql<string>`coalesce(written_at, created_at)`.as('written_at'),
            sql<string>`${replacedBy}::uuid`.as('replaced_by'),
          ]),
      ),
  );

/** Whether the key belongs to a document's current or earlier bytes. */
export async function isObjectKeyTaken(reads: Queries, objectKey: string): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(sql<boolean>`app.is_taken(${objectKey})`.as('taken')),
  );
  return row!.taken;
}

export async function findStoredObject(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('document')
      .select(['object_key', 'name', 'size', 'virus_scan_state', 'scan_reason', 'version'])
      .where('company_id', '=', companyId)
      .where('id', '=', id),
  );
  return row;
}

export interface ScanResult {
  state: 'CLEAN' | 'INFECTED' | 'ERROR';
  /** Why the file was blocked; final, not retried. */
  reason?: ScanReason;
  sha256?: Buffer;
  crc32?: number;
  chunkSha256?: Buffer | null;
  /** Set if and only if the state is CLEAN. */
  vaultKey?: string;
  /** Size of the bytes in the vault: an unlocked copy differs in size from the upload. */
  size?: number;
  /** People were already notified that it is blocked. */
  isAnnounced?: boolean;
}

export interface ScannedBytes {
  companyId: string;
  documentId: string;
  version: number;
}

/** The result of a scan changes counters of the loan, which every writer of a package locks first. */
async function lockLoanOf(tx: Tx, companyId: string, documentId: string): Promise<void> {
  await tx.run(
    query
      .selectFrom('loan')
      .where('company_id', '=', companyId)
      .where(
        sql<boolean>`id = (select document.loan_id from document
          where document.company_id = ${companyId} and document.id = ${documentId})`,
      )
      .select('id')
      .forNoKeyUpdate(),
  );
}

/**
 * Applies only to a document that waits for its scan, so that a repeated scan changes nothing; and only to the
 * current bytes, so that a late result does not apply to bytes saved meanwhile.
 */
export async function saveScanResult(tx: Tx, bytes: ScannedBytes, result: ScanResult) {
  await lockLoanOf(tx, bytes.companyId, bytes.documentId);
  const [row] = await tx.run(
    query
      .updateTable('document')
      .set({
        virus_scan_state: result.state,
        sha256: result.sha256 ?? null,
        crc32: result.crc32 ?? null,
        chunk_sha256: result.chunkSha256 ?? null,
        vault_key: result.vaultKey ?? null,
        scan_reason: result.reason ?? null,
        ...(result.vaultKey !== undefined && result.size !== undefined && { size: result.size }),
        content_state: result.state === 'CLEAN' ? 'PROCESSING' : null,
        modified_at: sql`now()`,
      })
      .where('company_id', '=', bytes.companyId)
      .where('id', '=', bytes.documentId)
      .where('version', '=', bytes.version)
      .where('virus_scan_state', 'in', ['PENDING', 'ERROR'])
      .where('virus_scan_state', '<>', result.state)
      .where('scan_reason', 'is', null)
      .returning(['loan_id', 'private_to', isShownOutsideStaff.as('shown')]),
  );
  return row;
}

/**
 * Marks a document whose bytes in the vault differ from the scanned ones, so that it is not served any more. Recorded
 * once, by the first process that finds it.
 */
export async function saveDamaged(
  tx: Tx,
  { company_id, id, version }: Pick<DocumentRow, 'company_id' | 'id' | 'version'>,
): Promise<{ loan_id: string | null } | undefined> {
  await lockLoanOf(tx, company_id, id);
  const [row] = await tx.run(
    query
      .updateTable('document')
      .set({ virus_scan_state: 'ERROR', scan_reason: 'DAMAGED', modified_at: sql`now()` })
      .where('company_id', '=', company_id)
      .where('id', '=', id)
      .where('version', '=', version)
      .where('virus_scan_state', '=', 'CLEAN')
      .returning('loan_id'),
  );
  return row;
}

/**
 * Marks files as removed, with everything derived from them, unless a request, its history or a message still uses
 * them.
 */
export async function removeDocuments(
  tx: Tx,
  companyId: string,
  documentIds: readonly string[],
): Promise<void> {
  if (documentIds.length === 0) return;
  const removed = await tx.run(
    query
      .updateTable('document')
      .set({ removed_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${documentIds}::uuid[])`)
      .where(
        sql<boolean>`not exists (select from element e where e.company_id = document.company_id
            and e.answer_document_id = document.id)
          and not exists (select from past_answer p where p.company_id = document.company_id
            and p.document_id = document.id)
          and not app.is_shared_by_message(document.company_id, document.id)`,
      )
      .returning('id'),
  );
  if (removed.length > 0)
    await removeDerived(
      tx,
      companyId,
      removed.map(({ id }) => id),
    );
}
