import type { ExportOption, PackageKind } from '@cairn/contract/export-terms';
import { sql } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { titleSeenBy, visibleElement } from '../elements/index.ts';
import type { Item, Plan } from './plan.ts';

interface OfLoan {
  readonly company_id: string;
  readonly id: string;
}

/**
 * What the caller sees of a package, element by element, each with its answer; includes what other loans share with
 * it.
 */
export async function packageItems(reads: Queries, actor: Actor, loan: OfLoan): Promise<Item[]> {
  const sharedWith = sql<boolean>`element.id in (select s.element_id from element_share s
    where s.company_id = ${loan.company_id}::uuid and s.target_loan_id = ${loan.id}::uuid)`;
  const [own, shared] = await reads.together(
    itemsOf(actor, loan).where('element.loan_id', '=', loan.id),
    itemsOf(actor, loan).where(sharedWith),
  );
  return [
    ...own.map((item) => ({ ...item, is_shared: false })),
    ...shared.map((item) => ({ ...item, is_shared: true })),
  ];
}

const itemsOf = (actor: Actor, loan: OfLoan) =>
  query
    .selectFrom('element')
    .where(visibleElement(actor))
    .where('element.company_id', '=', loan.company_id)
    .where('element.in_trash', '=', false)
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'element.company_id')
        .onRef('document.id', '=', 'element.answer_document_id')
        .on('document.removed_at', 'is', null),
    )
    .select([
      'element.id',
      'element.parent_id',
      'element.target_id',
      'element.storage_type',
      'element.display_order',
      'document.id as document_id',
      'document.name as document_name',
      'document.version as document_version',
      'document.size as document_size',
      'document.page_count as document_pages',
      'document.content_state',
      'document.virus_scan_state',
      'element.approved_by',
      'element.decided_at',
    ])
    .select([
      // A draft is not an answer yet.
      sql`case when not element.answer_in_progress then element.answer_value end`.as(
        'answer_value',
      ),
      sql<boolean>`element.approved_by is not null and element.rejected_by is null
        and not element.expired
        and coalesce(element.expiration_date >= (now() at time zone 'utc')::date, true)`.as(
        'is_approved',
      ),
    ])
    .select(titleSeenBy(actor).as('title'))
    // A stable tie-breaker, so that equal rows always come in the same order.
    .orderBy('element.id');

export interface ExportScope {
  readonly companyId: string;
  readonly loanId: string;
  readonly accountId: string;
  readonly fingerprint: Buffer;
  readonly options: readonly ExportOption[];
}

export const isOver = sql<boolean>`package_file.made_at < now() - interval '24 hours'`;

/** After this long without a heartbeat the worker is considered lost, and the work is started again. */
export const isSilent = sql<boolean>`package_file.touched_at < now() - interval '15 minutes'`;

/** Nothing of it is in the store, or its worker was lost before it deleted that. */
const isDiscarded = sql<boolean>`(package_file.object_key is null or ${isSilent})`;

export const fileColumns = [
  'package_file.id',
  'package_file.kind',
  sql<'NEVER' | 'QUEUED' | 'RUNNING' | 'CANCELING' | 'READY' | 'FAILED' | 'EXPIRED'>`case
    when package_file.state = 'READY' and ${isOver} then 'EXPIRED'
    when package_file.canceled_at is not null and ${isDiscarded} then 'NEVER'
    when package_file.canceled_at is not null then 'CANCELING'
    else package_file.state end`.as('state'),
  'package_file.percent',
  'package_file.asked_by',
  'package_file.awaited_by_others',
  'package_file.left_out',
  'package_file.object_key',
  'package_file.size',
  'package_file.sha256',
  'package_file.chunk_sha256',
  'package_file.chunk_lengths',
  'package_file.made_at',
  sql<string | null>`package_file.made_at + interval '24 hours'`.as('expires_at'),
] as const;

/** Files made from exactly what the caller sees now. */
export async function filesOf(reads: Queries, { companyId, loanId, fingerprint }: ExportScope) {
  return reads.run(
    query
      .selectFrom('package_file')
      .where('company_id', '=', companyId)
      .where('loan_id', '=', loanId)
      .where('fingerprint', '=', fingerprint)
      .where('job_id', 'is', null)
      .select(fileColumns),
  );
}
export type FileRow = Awaited<ReturnType<typeof filesOf>>[number];

/** Whether something was made for this person, with these options, from an earlier state of what they see. */
export async function askedForAnother(reads: Queries, scope: ExportScope): Promise<boolean> {
  const rows = await reads.run(
    query
      .selectFrom('package_asker')
      .where('company_id', '=', scope.companyId)
      .where('loan_id', '=', scope.loanId)
      .where('account_id', '=', scope.accountId)
      .where('fingerprint', '<>', scope.fingerprint)
      .where(sql<boolean>`options = ${[...scope.options]}::text[]`)
      .select('asked_at')
      .limit(1),
  );
  return rows.length > 0;
}

/** Saved before the files, because row security shows them only to those who requested them. */
export async function saveAsker(tx: Tx, scope: ExportScope): Promise<void> {
  await tx.run(
    query
      .insertInto('package_asker')
      .values({
        company_id: scope.companyId,
        loan_id: scope.loanId,
        account_id: scope.accountId,
        fingerprint: scope.fingerprint,
        options: sql<string[]>`${[...scope.options]}::text[]`,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'loan_id', 'account_id', 'fingerprint'])
          .doUpdateSet({ asked_at: sql`now()` }),
      ),
  );
}

const isContinued = sql`package_file.state in ('QUEUED', 'RUNNING')`;

/** A new build gets a new manifest; a build that another worker continues keeps its own. */
export const restart = {
  manifest: sql<string | null>`case when ${isContinued} then package_file.manifest end`,
  signature: sql<string | null>`case when ${isContinued} then package_file.signature end`,
  upload_id: sql<string | null>`case when ${isContinued} then package_file.upload_id end`,
};

/**
 * Queues the file unless it is finished or in progress. Concurrent callers wait for each other on the row: one of
 * them gets its id back and starts the work.
 */
export async function queueFile(
  tx: Tx,
  scope: ExportScope,
  kind: PackageKind,
  plan: Plan,
): Promise<string | undefined> {
  const [row] = await tx.run(
    query
      .insertInto('package_file')
      .values({
        company_id: scope.companyId,
        loan_id: scope.loanId,
        kind,
        fingerprint: scope.fingerprint,
        plan: JSON.stringify(plan),
        left_out: JSON.stringify(plan.leftOut),
        asked_by: scope.accountId,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'loan_id', 'kind', 'fingerprint'])
          .where('job_id', 'is', null)
          .doUpdateSet({
            state: 'QUEUED',
            percent: 0,
            asked_by: scope.accountId,
            asked_at: sql`now()`,
            touched_at: sql`now()`,
            awaited_by_others: false,
            canceled_at: null,
            ...restart,
          })
          .where((eb) =>
            eb.or([
              eb('package_file.state', '=', 'EXPIRED'),
              // Two concurrent builds of one file would overwrite each other.
              eb.and([
                eb('package_file.state', '=', 'FAILED'),
                eb.or([eb('package_file.canceled_at', 'is', null), isDiscarded]),
              ]),
              eb.and([eb('package_file.state', '=', 'READY'), isOver]),
              eb.and([eb('package_file.state', 'in', ['QUEUED', 'RUNNING']), isSilent]),
            ]),
          ),
      )
      .returning('id'),
  );
  return row?.id;
}

const unfinishedExportFiles = (companyId: string, loanId: string, fingerprint: Buffer) =>
  query
    .updateTable('package_file')
    .where('company_id', '=', companyId)
    .where('loan_id', '=', loanId)
    .where('fingerprint', '=', fingerprint)
    .where('job_id', 'is', null)
    .where('state', 'in', ['QUEUED', 'RUNNING']);

/** Marks that more than one person waits: from now on, the first one cannot cancel the export. */
export async function markAwaitedByOthers(tx: Tx, scope: ExportScope): Promise<void> {
  const { companyId, loanId, fingerprint, accountId } = scope;
  await tx.run(
    unfinishedExportFiles(companyId, loanId, fingerprint)
      .where('asked_by', '<>', accountId)
      .set({ awaited_by_others: true }),
  );
}

/** Cancels files: the worker finds its file no longer queued or running. Returns the kinds that were canceled. */
export async function cancelFiles(tx: Tx, scope: ExportScope): Promise<PackageKind[]> {
  const { companyId, loanId, fingerprint, accountId } = scope;
  const rows = await tx.run(
    unfinishedExportFiles(companyId, loanId, fingerprint)
      .where('asked_by', '=', accountId)
      .where('awaited_by_others', '=', false)
      .set({ state: 'FAILED', canceled_at: sql`now()`, touched_at: sql`now()` })
      .returning('kind'),
  );
  return rows.map(({ kind }) => kind);
}
