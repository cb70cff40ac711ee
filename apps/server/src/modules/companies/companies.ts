import { RESERVED_SUBDOMAINS, type CompanySettings } from '@cairn/contract';
import { companies } from '@cairn/contract/companies';
import type { Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { brokeUnique } from '../../platform/db/violation.ts';
import { grant, type Granted } from '../../platform/grant.ts';
import { newId } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isTimezone } from '../settings/index.ts';
import { readLogo } from './logo.ts';
import { companyPolicy } from './policy.ts';
import {
  findCompany,
  findCompanyDocument,
  insertSubrole,
  isSubdomainTaken,
  lockCompany,
  renameSubrole,
  saveCompany,
  saveLogo,
  type CompanyChange,
  type CompanyRow,
} from './store.ts';

export async function companySeenBy(reads: Queries, actor: Actor, id: string): Promise<CompanyRow> {
  const company = await findCompany(reads, actor, id);
  if (!company) throw new Refusal('NOT_FOUND');
  return company;
}

/** The company, locked for a change by somebody who may make it. */
export async function companyToRun(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<Granted<'edit', CompanyRow>> {
  // First whoever only sees it: row security lets nobody lock what they may not change.
  grant(companyPolicy, 'edit', actor, await companySeenBy(tx, actor, id));
  const company = await lockCompany(tx, actor, id);
  if (!company) throw new Refusal('NOT_FOUND');
  return grant(companyPolicy, 'edit', actor, company);
}

export async function isSubdomainUsed(
  reads: Queries,
  subdomain: string,
  besides: string | null,
): Promise<boolean> {
  // Asked in every case: what is reserved and what is taken cost the same.
  const taken = await isSubdomainTaken(reads, subdomain, besides);
  return taken || RESERVED_SUBDOMAINS.includes(subdomain);
}

interface Given<T> {
  name?: string | undefined;
  subdomain?: string | null | undefined;
  logo?: string | null | undefined;
  settings?: { [K in keyof T]?: T[K] | undefined } | undefined;
}

export async function updateCompany(
  tx: Tx,
  actor: Actor,
  companyId: string,
  given: Given<CompanySettings>,
): Promise<CompanyRow> {
  await companyToRun(tx, actor, companyId);
  const { name, subdomain, logo, settings = {} } = given;
  const { fourEyesApproval, passwordExpiryDays, quietHours, timezoneId } = settings;
  if (timezoneId && !isTimezone(timezoneId)) {
    throw wrong('settings.timezoneId', 'Choose a time zone from the list');
  }
  if (subdomain && (await isSubdomainUsed(tx, subdomain, companyId))) throw taken();
  const picture = typeof logo === 'string' ? readLogo(logo) : logo;
  if (picture !== undefined) await saveLogo(tx, companyId, picture);
  const change: CompanyChange = {
    name,
    subdomain,
    four_eyes_approval: fourEyesApproval,
    password_expiry_days: passwordExpiryDays,
    quiet_from: quietHours && quietHours.from,
    quiet_until: quietHours && quietHours.until,
    timezone_id: timezoneId,
    logo_version: picture && picture.version,
  };
  await saveCompany(tx, companyId, change).catch((error: unknown) => {
    throw brokeUnique(error) ? taken() : error;
  });
  record(tx, {
    kind: 'company.changed',
    companyId,
    actorId: actor.accountId,
    changes: companies.updateCompany.changes ?? [],
    // The picture is in its own table; of the rest it matters later who set what.
    detail: { ...given, ...(logo !== undefined && { logo: picture?.version ?? null }) },
  });
  return companySeenBy(tx, actor, companyId);
}

export async function saveSubrole(
  tx: Tx,
  actor: Actor,
  given: { companyId: string; id?: string | undefined; name: string },
) {
  const { companyId, name } = given;
  await companyToRun(tx, actor, companyId);
  const subrole = { companyId, name, id: given.id ?? newId() };
  const saved = given.id ? renameSubrole(tx, subrole) : insertSubrole(tx, subrole);
  const found = await saved.catch((error: unknown) => {
    throw brokeUnique(error) ? wrong('name', 'There is a sub-role with this name already') : error;
  });
  if (found === false) throw new Refusal('NOT_FOUND');
  record(tx, {
    kind: given.id ? 'subrole.renamed' : 'subrole.added',
    companyId,
    actorId: actor.accountId,
    changes: companies.saveSubrole.changes ?? [],
    detail: { subroleId: subrole.id, name },
  });
  return subrole;
}

const SPREADSHEET = /\.(xlsx|xlsm|xls|xltx)$/i;

/** It may still be checked for viruses: nobody gets it before it has passed. */
export async function setExcelTemplate(
  tx: Tx,
  actor: Actor,
  { id: companyId, docId }: { id: string; docId: string },
) {
  await companyToRun(tx, actor, companyId);
  const document = await findCompanyDocument(tx, companyId, docId);
  if (!document) throw new Refusal('NOT_FOUND');
  if (!SPREADSHEET.test(document.name)) throw new Refusal('FILE_INVALID_TYPE');
  if (document.virus_scan_state === 'INFECTED' || document.virus_scan_state === 'ERROR') {
    throw new Refusal('FILE_NOT_CLEAN');
  }
  await saveCompany(tx, companyId, { excel_template_id: docId });
  record(tx, {
    kind: 'company.templateChosen',
    companyId,
    actorId: actor.accountId,
    changes: companies.setExcelTemplateId.changes ?? [],
    detail: { documentId: docId },
  });
  return document;
}

const wrong = (field: string, why: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { [field]: why } });

const taken = (): Refusal => wrong('subdomain', 'This subdomain is taken. Choose another');
