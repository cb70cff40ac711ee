import {
  RESERVED_SUBDOMAINS,
  type CompanySettings,
  type OwnApplicationRoles,
} from '@cairn/contract';
import { companies } from '@cairn/contract/companies';
import type { EntityLabel } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/pg-errors.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { isTimezone } from '../users/index.ts';
import { readLogo } from './logo.ts';
import { companyPolicy } from './policy.ts';
import {
  delayFourEyesEnd,
  findCompany,
  findCompanyDocument,
  insertSubrole,
  isSubdomainTaken,
  lockCompany,
  renameSubrole,
  saveCompany,
  saveLogo,
  selectBrandingBySubdomain,
  type CompanyChange,
  type CompanyRow,
} from './store.ts';

export async function companySeenBy(reads: Queries, actor: Actor, id: string): Promise<CompanyRow> {
  const company = await findCompany(reads, actor, id);
  if (!company) throw new ApiError('NOT_FOUND');
  return company;
}

/** The company, locked for a change, if the user may make it. */
export async function companyToRun(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<Authorized<'edit', CompanyRow>> {
  // Read first, because row security lets users lock only rows that they may change.
  authorize(companyPolicy, 'edit', actor, await companySeenBy(tx, actor, id));
  const company = await lockCompany(tx, actor, id);
  if (!company) throw new ApiError('NOT_FOUND');
  return authorize(companyPolicy, 'edit', actor, company);
}

export async function isSubdomainUsed(
  reads: Queries,
  subdomain: string,
  besides: string | null,
): Promise<boolean> {
  // Queried in every case, so that reserved and taken names take the same time.
  const isTaken = await isSubdomainTaken(reads, subdomain, besides);
  return isTaken || RESERVED_SUBDOMAINS.includes(subdomain);
}

type Settings = Omit<CompanySettings, 'applicationRoles'> & {
  applicationRoles: OwnApplicationRoles;
};

interface CompanyChanges {
  name?: string | undefined;
  subdomain?: string | null | undefined;
  logo?: string | null | undefined;
  settings?: { [K in keyof Settings]?: Settings[K] | undefined } | undefined;
}

/** Of each role, only what is given changes. */
function mergeRoles(own: OwnApplicationRoles, changes: OwnApplicationRoles): OwnApplicationRoles {
  const changed = Object.entries(changes) as [EntityLabel, OwnApplicationRoles[EntityLabel]][];
  return {
    ...own,
    ...Object.fromEntries(changed.map(([label, role]) => [label, { ...own[label], ...role }])),
  };
}

export async function updateCompany(
  tx: Tx,
  actor: Actor,
  companyId: string,
  changes: CompanyChanges,
): Promise<CompanyRow> {
  const before = await companyToRun(tx, actor, companyId);
  const { name, subdomain, logo, settings = {} } = changes;
  const { fourEyesApproval, passwordExpiryDays, quietHours, timezoneId, applicationRoles } =
    settings;
  if (timezoneId && !isTimezone(timezoneId)) {
    throw invalidField('settings.timezoneId', 'Choose a time zone from the list');
  }
  if (subdomain && (await isSubdomainUsed(tx, subdomain, companyId))) throw subdomainTaken();
  const picture = typeof logo === 'string' ? readLogo(logo) : logo;
  if (picture !== undefined) await saveLogo(tx, before, picture);
  const change: CompanyChange = {
    name,
    subdomain,
    four_eyes_approval: fourEyesApproval,
    password_expiry_days: passwordExpiryDays,
    quiet_from: quietHours && quietHours.from,
    quiet_until: quietHours && quietHours.until,
    timezone_id: timezoneId,
    application_roles: applicationRoles && mergeRoles(before.application_roles, applicationRoles),
    logo_version: picture && picture.version,
  };
  await saveCompany(tx, before, change).catch((error: unknown) => {
    throw isUniqueViolation(error) ? subdomainTaken() : error;
  });
  if (fourEyesApproval !== undefined && fourEyesApproval !== before.four_eyes_approval) {
    await delayFourEyesEnd(tx, before, !fourEyesApproval);
  }
  recordEvent(tx, {
    kind: 'company.changed',
    companyId,
    actorId: actor.accountId,
    changes: companies.updateCompany.changes ?? [],
    // The picture is stored in its own table; the entry records the other fields.
    detail: { ...changes, ...(logo !== undefined && { logo: picture?.version ?? null }) },
  });
  return companySeenBy(tx, actor, companyId);
}

export async function saveSubrole(
  tx: Tx,
  actor: Actor,
  input: { companyId: string; id?: string | undefined; name: string },
) {
  const { companyId, name } = input;
  const company = await companyToRun(tx, actor, companyId);
  const subrole = { companyId, name, id: input.id ?? newId() };
  const saved = input.id ? renameSubrole(tx, company, subrole) : insertSubrole(tx, subrole);
  const isSaved = await saved.catch((error: unknown) => {
    throw isUniqueViolation(error)
      ? invalidField('name', 'A sub-role with this name already exists')
      : error;
  });
  if (isSaved === false) throw new ApiError('NOT_FOUND');
  recordEvent(tx, {
    kind: input.id ? 'subrole.renamed' : 'subrole.added',
    companyId,
    actorId: actor.accountId,
    changes: companies.saveSubrole.changes ?? [],
    detail: { subroleId: subrole.id, name },
  });
  return subrole;
}

const SPREADSHEET = /\.(xlsx|xltx)$/i;

/** Its virus scan may still be running: it is not served before it is clean. */
export async function setExcelTemplate(
  tx: Tx,
  actor: Actor,
  { id: companyId, docId }: { id: string; docId: string },
) {
  const company = await companyToRun(tx, actor, companyId);
  const document = await findCompanyDocument(tx, companyId, docId);
  if (!document) throw new ApiError('NOT_FOUND');
  if (!SPREADSHEET.test(document.name)) throw new ApiError('FILE_INVALID_TYPE');
  if (document.virus_scan_state === 'INFECTED' || document.virus_scan_state === 'ERROR') {
    throw new ApiError('FILE_NOT_CLEAN');
  }
  // Exports contain it together with sheets of other loans.
  if (document.loan_id !== null || document.private_to !== null) throw new ApiError('NOT_FOUND');
  await saveCompany(tx, company, { excel_template_id: docId });
  recordEvent(tx, {
    kind: 'company.templateChosen',
    companyId,
    actorId: actor.accountId,
    changes: companies.setExcelTemplateId.changes ?? [],
    detail: { documentId: docId },
  });
  return document;
}

const subdomainTaken = (): ApiError =>
  invalidField('subdomain', 'This subdomain is taken. Choose another');

/** The name of the company with this subdomain, which is public, like the page that shows it. */
export async function companyNameAt(
  reads: Queries,
  subdomain: string,
): Promise<string | undefined> {
  const [company] = await reads.run(selectBrandingBySubdomain(subdomain));
  return company?.name;
}
