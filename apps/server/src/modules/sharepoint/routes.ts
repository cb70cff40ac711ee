import {
  sharepoint,
  type SharePointExport,
  type SharePointSettings,
} from '@cairn/contract/sharepoint';
import type { Actor } from '../../platform/actor.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { routes } from '../../platform/handler.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { companyPolicy, companySeenBy, type CompanyRow } from '../companies/index.ts';
import { extensionOf, pathsOf, planSeenBy, safeName } from '../exports/index.ts';
import { loanSeenBy, loanWithStanding, presentPerson } from '../loans/index.ts';
import { sharePointPolicy } from './policy.ts';
import {
  endOpenExports,
  findConnection,
  findLastExport,
  hasSharePoint,
  placeOfSecret,
  queueExport,
  removeConnection,
  saveConnection,
  type ConnectionRow,
} from './store.ts';

interface ConnectionFields {
  tenantId: string;
  clientId: string;
  clientSecret?: string | undefined;
  siteUrl: string;
  library: string;
}

export const sharePointRoutes = ({ keys }: { keys: CompanyKeys }) => {
  /** The saved secret belongs to the saved app: it is never sent for another one. */
  const secretOf = async (
    tx: Tx,
    companyId: string,
    settings: ConnectionFields,
  ): Promise<string> => {
    if (settings.clientSecret !== undefined) return settings.clientSecret;
    const connection = await findConnection(tx, companyId);
    if (connection?.tenant_id !== settings.tenantId || connection.client_id !== settings.clientId) {
      throw invalidField('clientSecret', 'Required');
    }
    const generation = connection.key_generation;
    const open = await keys.opening(tx, companyId, [generation]);
    return open(placeOfSecret(companyId), { sealed: connection.sealed, generation });
  };

  return routes(sharepoint, {
    exportToSharePoint: ({ actor, params, write }) =>
      write(async (tx) => {
        const standing = await loanWithStanding(tx, actor, params.loanId, 'lock');
        const loan = authorize(sharePointPolicy, 'export', actor, standing);
        if (!(await hasSharePoint(tx, loan.company_id))) {
          throw new ApiError('SHAREPOINT_NOT_CONNECTED');
        }
        const plan = await planSeenBy(tx, actor, loan.id);
        if (plan.files.length === 0) throw new ApiError('NOTHING_TO_EXPORT');
        const { name } = await loanSeenBy(tx, actor, loan.id);
        const exportId = await queueExport(tx, loan, {
          plan: { files: plan.files, paths: pathsOf(plan, [], (file) => extensionOf(file.name)) },
          folder: folderOf(name, loan.id),
          askedBy: actor.accountId,
        });
        // Otherwise an export is in progress already, and its state is the reply.
        if (exportId !== undefined) {
          const companyId = loan.company_id;
          recordEvent(tx, {
            kind: 'sharepoint.asked',
            companyId,
            loanId: loan.id,
            actorId: actor.accountId,
            staffOnly: true,
            changes: ['sharepoint'],
            detail: { exportId, files: plan.files.length },
            starts: { workflow: 'exportToSharePoint', input: { companyId, exportId } },
          });
        }
        return presentExport(tx, loan, plan.files.length);
      }),

    getSharePointExport: async ({ actor, params, reads }) => {
      const standing = await loanWithStanding(reads, actor, params.loanId);
      const loan = authorize(sharePointPolicy, 'export', actor, standing);
      const plan = await planSeenBy(reads, actor, loan.id);
      return presentExport(reads, loan, plan.files.length);
    },

    getSharePointSettings: async ({ actor, params, reads }) => {
      const visibleCompany = await companySeenBy(reads, actor, params.companyId);
      return presentSettings(
        reads,
        actor,
        authorize(companyPolicy, 'seePlan', actor, visibleCompany),
      );
    },

    saveSharePointSettings: ({ actor, params, body, write }) =>
      write(async (tx) => {
        const visibleCompany = await companySeenBy(tx, actor, params.companyId);
        const company = authorize(companyPolicy, 'edit', actor, visibleCompany);
        const companyId = company.id;
        const secret = await secretOf(tx, companyId, body);
        const connection = await findConnection(tx, companyId);
        if (connection && !isSameLibrary(connection, body)) await endExports(tx, actor, company);
        const seal = await keys.sealing(tx, companyId);
        const version = await saveConnection(tx, company, {
          ...body,
          secret: seal(placeOfSecret(companyId), secret),
          modifiedBy: actor.accountId,
        });
        recordEvent(tx, {
          kind: 'sharepoint.connected',
          companyId,
          actorId: actor.accountId,
          staffOnly: true,
          changes: ['sharepoint'],
          detail: { siteUrl: body.siteUrl, library: body.library },
          starts: { workflow: 'connectSharePoint', input: { companyId, version } },
        });
        return presentSettings(tx, actor, company);
      }),

    removeSharePointSettings: ({ actor, params, write }) =>
      write(async (tx) => {
        const visibleCompany = await companySeenBy(tx, actor, params.companyId);
        const company = authorize(companyPolicy, 'edit', actor, visibleCompany);
        if (await removeConnection(tx, company)) {
          await endExports(tx, actor, company);
          recordEvent(tx, {
            kind: 'sharepoint.disconnected',
            companyId: company.id,
            actorId: actor.accountId,
            staffOnly: true,
            changes: ['sharepoint'],
          });
        }
        return presentSettings(tx, actor, company);
      }),
  });
};

const isSameLibrary = (connection: ConnectionRow, settings: ConnectionFields): boolean =>
  connection.tenant_id === settings.tenantId &&
  connection.client_id === settings.clientId &&
  connection.site_url === settings.siteUrl &&
  connection.library === settings.library;

/** After a change of the library, running exports end with the file that is being sent. */
async function endExports(
  tx: Tx,
  actor: Actor,
  company: Authorized<'edit', CompanyRow>,
): Promise<void> {
  for (const { id: exportId, loan_id: loanId, files } of await endOpenExports(tx, company)) {
    recordEvent(tx, {
      kind: 'sharepoint.failed',
      companyId: company.id,
      loanId,
      actorId: actor.accountId,
      staffOnly: true,
      changes: ['sharepoint'],
      detail: { exportId, files, failure: 'DISCONNECTED' },
    });
  }
}

/**
 * Two loans may have the same name. The end of the id makes their folders distinct, and a later export finds its folder
 * again.
 */
const folderOf = (name: string, loanId: string): string =>
  `${safeName(name, 100)} (${loanId.slice(-8)})`;

async function presentExport(
  reads: Queries,
  loan: { company_id: string; id: string },
  files: number,
): Promise<SharePointExport> {
  const [connected, last] = await Promise.all([
    hasSharePoint(reads, loan.company_id),
    findLastExport(reads, loan),
  ]);
  return {
    connected,
    companyId: loan.company_id,
    files,
    last: last
      ? {
          state: last.state,
          files: last.files,
          sent: last.sent,
          failure: last.failure,
          webUrl: last.web_url,
          askedBy: last.asked_by && presentPerson(last.asked_by),
          askedDate: last.asked_at,
          finishedDate: last.finished_at,
        }
      : null,
  };
}

async function presentSettings(
  reads: Queries,
  actor: Actor,
  company: CompanyRow,
): Promise<SharePointSettings> {
  const row = await findConnection(reads, company.id);
  return {
    state: row?.state ?? 'NONE',
    failure: row?.failure ?? null,
    tenantId: row?.tenant_id ?? null,
    clientId: row?.client_id ?? null,
    siteUrl: row?.site_url ?? null,
    library: row?.library ?? null,
    libraries: row?.libraries ?? [],
    abilities: { edit: companyPolicy.edit(actor, company) },
  };
}
