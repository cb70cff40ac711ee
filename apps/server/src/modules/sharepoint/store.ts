import type { SharePointFailure } from '@cairn/contract/sharepoint-terms';
import { sql } from 'kysely';
import type { Sealed } from '../../platform/company-keys.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Plan } from '../exports/index.ts';

export interface ExportRef {
  readonly companyId: string;
  readonly exportId: string;
}

/** The plan of the export, with the path of each file. */
export interface SentPlan {
  readonly files: Plan['files'];
  readonly paths: readonly string[];
}

export const placeOfSecret = (companyId: string): string => `sharepoint ${companyId}`;

export async function findConnection(reads: Queries, companyId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('sharepoint_connection')
      .where('company_id', '=', companyId)
      .select([
        'tenant_id',
        'client_id',
        'sealed',
        'key_generation',
        'site_url',
        'library',
        'libraries',
        'drive_id',
        'version',
        sql<'CHECKING' | 'CONNECTED' | 'FAILED'>`state`.as('state'),
        sql<SharePointFailure | null>`failure`.as('failure'),
      ]),
  );
  return row;
}
export type ConnectionRow = NonNullable<Awaited<ReturnType<typeof findConnection>>>;

interface NewConnection {
  readonly tenantId: string;
  readonly clientId: string;
  readonly siteUrl: string;
  readonly library: string;
  readonly secret: Sealed;
  readonly modifiedBy: string;
}

/** Returns the version of the connection. Its state is CONNECTED after a successful check. */
export async function saveConnection(
  tx: Tx,
  { id: companyId }: Authorized<'edit', { id: string }>,
  connection: NewConnection,
): Promise<number> {
  const values = {
    tenant_id: connection.tenantId,
    client_id: connection.clientId,
    sealed: connection.secret.sealed,
    key_generation: connection.secret.generation,
    site_url: connection.siteUrl,
    library: connection.library,
    modified_by: connection.modifiedBy,
  };
  const [row] = await tx.run(
    query
      .insertInto('sharepoint_connection')
      .values({ company_id: companyId, ...values })
      .onConflict((conflict) =>
        conflict.column('company_id').doUpdateSet({
          ...values,
          state: 'CHECKING',
          failure: null,
          drive_id: null,
          version: sql`sharepoint_connection.version + 1`,
          modified_at: sql`now()`,
        }),
      )
      .returning('version'),
  );
  return row!.version;
}

export async function removeConnection(
  tx: Tx,
  { id: companyId }: Authorized<'edit', { id: string }>,
): Promise<boolean> {
  const rows = await tx.run(
    query
      .deleteFrom('sharepoint_connection')
      .where('company_id', '=', companyId)
      .returning('company_id'),
  );
  return rows.length > 0;
}

/** Returns false if the settings were changed meanwhile. */
export async function saveCheck(
  tx: Tx,
  { companyId, version }: { companyId: string; version: number },
  result:
    | { libraries: string[]; driveId: string }
    | { libraries?: string[]; failure: SharePointFailure },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('sharepoint_connection')
      .where('company_id', '=', companyId)
      .where('version', '=', version)
      .where('state', '=', 'CHECKING')
      .set({
        ...(result.libraries && { libraries: result.libraries }),
        ...('driveId' in result
          ? { state: 'CONNECTED', drive_id: result.driveId }
          : { state: 'FAILED', failure: result.failure }),
      })
      .returning('company_id'),
  );
  return rows.length > 0;
}

export async function hasSharePoint(reads: Queries, companyId: string): Promise<boolean> {
  const [row] = await reads.run(
    query.selectNoFrom(sql<boolean>`app.has_sharepoint(${companyId}::uuid)`.as('connected')),
  );
  return row!.connected;
}

// Exports -----------------------------------------------------------------------------------------------

interface LoanRef {
  readonly company_id: string;
  readonly id: string;
}

export async function findLastExport(reads: Queries, loan: LoanRef) {
  const [row] = await reads.run(
    query
      .selectFrom('sharepoint_export as export')
      .where('export.company_id', '=', loan.company_id)
      .where('export.loan_id', '=', loan.id)
      .select([
        'export.files',
        'export.sent',
        'export.web_url',
        'export.asked_at',
        'export.finished_at',
        sql<'QUEUED' | 'RUNNING' | 'DONE' | 'FAILED'>`export.state`.as('state'),
        sql<SharePointFailure | null>`export.failure`.as('failure'),
        sql<{
          accountId: string;
          givenName: string | null;
          familyName: string | null;
          emailAddress: string;
        } | null>`(
          select jsonb_build_object('accountId', p.account_id, 'givenName', p.given_name,
            'familyName', p.family_name, 'emailAddress', p.email_address)
          from person p where p.company_id = export.company_id and p.account_id = export.asked_by)`.as(
          'asked_by',
        ),
      ])
      .orderBy('export.id', 'desc')
      .limit(1),
  );
  return row;
}

/** Returns undefined if an export is in progress. */
export async function queueExport(
  tx: Tx,
  loan: LoanRef,
  exportOrder: { plan: SentPlan; folder: string; askedBy: string },
): Promise<string | undefined> {
  const [row] = await tx.run(
    query
      .insertInto('sharepoint_export')
      .values({
        company_id: loan.company_id,
        loan_id: loan.id,
        asked_by: exportOrder.askedBy,
        plan: JSON.stringify(exportOrder.plan),
        folder: exportOrder.folder,
        files: exportOrder.plan.files.length,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'loan_id'])
          .where(sql<boolean>`state in ('QUEUED', 'RUNNING')`)
          .doNothing(),
      )
      .returning('id'),
  );
  return row?.id;
}

export async function findExport(reads: Queries, { companyId, exportId }: ExportRef) {
  const [row] = await reads.run(
    query
      .selectFrom('sharepoint_export')
      .where('company_id', '=', companyId)
      .where('id', '=', exportId)
      .select(['loan_id', 'asked_by', 'state', 'plan', 'folder', 'files', 'sent']),
  );
  return row && { ...row, plan: row.plan as SentPlan };
}
export type ExportRow = NonNullable<Awaited<ReturnType<typeof findExport>>>;

/** Ends queued and running exports of all loans, so that nothing more of them is sent. */
export const endOpenExports = (tx: Tx, { id: companyId }: Authorized<'edit', { id: string }>) =>
  tx.run(
    query
      .updateTable('sharepoint_export')
      .set({ state: 'FAILED', failure: 'DISCONNECTED', finished_at: sql`now()` })
      .where('company_id', '=', companyId)
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .returning(['id', 'loan_id', 'files']),
  );

/** Returns false if the export ended before. */
export async function moveExport(
  tx: Tx,
  { companyId, exportId }: ExportRef,
  change:
    | { state: 'RUNNING'; sent: number }
    | { state: 'DONE'; web_url: string }
    | { state: 'FAILED'; failure: SharePointFailure },
): Promise<boolean> {
  const rows = await tx.run(
    query
      .updateTable('sharepoint_export')
      .where('company_id', '=', companyId)
      .where('id', '=', exportId)
      .where('state', 'in', ['QUEUED', 'RUNNING'])
      .set({ ...change, ...(change.state !== 'RUNNING' && { finished_at: sql`now()` }) })
      .returning('id'),
  );
  return rows.length > 0;
}
