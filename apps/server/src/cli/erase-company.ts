/**
 * `cairn company erase`: permanently deletes everything that one company stored. Files are deleted first, then all rows
 * in one transaction, so an interrupted command can be repeated. Audit entries are deleted as well. The operator's own
 * audit chain records when and how much was erased, and because of that entry `verify-audit` accepts the missing
 * chains.
 */
import type pg from 'pg';
import { AuditKeys } from '../platform/audit/entry.ts';
import { PLATFORM_COMPANY } from '../platform/ids.ts';
import { WorkerStorage, type Bucket } from '../platform/object-storage.ts';
import type { readCompanyConfig } from '../platform/config.ts';
import { deleteCompanyRows, findCompany, objectKeys, type CompanyRow } from './company-tables.ts';
import { announceEndedSessions, asOwner, recordCommand } from './owner-session.ts';

export type CompanyConfig = ReturnType<typeof readCompanyConfig>;
export interface Erased {
  readonly company: CompanyRow;
  readonly objects: number;
  readonly rows: number;
}

const OBJECTS_AT_ONCE = 16;

export async function eraseCompany(
  config: CompanyConfig,
  { idOrName, confirmedName }: { idOrName: string; confirmedName: string },
): Promise<Erased> {
  const company = await asOwner(config.url, async (client) => {
    const row = await findCompany(client, idOrName);
    if (row.name !== confirmedName) {
      throw new Error(`--confirm must be the company’s name, ${JSON.stringify(row.name)}`);
    }
    await endAccess(client, row.id);
    return row;
  });
  const objects = await removeObjects(config, company.id);
  const rows = await asOwner(config.url, async (client) => {
    const deleted = await deleteCompanyRows(client, company.id);
    await recordCommand(client, new AuditKeys(config.secretKeys), {
      kind: 'company.erased',
      companyId: PLATFORM_COMPANY,
      detail: { erasedCompanyId: company.id, name: company.name, rows: deleted, objects },
    });
    return deleted;
  });
  return { company, objects, rows };
}

/** A separate transaction, so that from now on the company's staff is logged out and adds nothing. */
async function endAccess(client: pg.Client, companyId: string): Promise<void> {
  await client.query('delete from session where company_id = $1', [companyId]);
  await client.query(
    `delete from session where account_id in (select account_id from loan_role where company_id = $1)`,
    [companyId],
  );
  await client.query('delete from employee where company_id = $1', [companyId]);
  await announceEndedSessions(client);
}

async function removeObjects(config: CompanyConfig, companyId: string): Promise<number> {
  const { vault, incoming } = await asOwner(config.url, (client) => objectKeys(client, companyId));
  const storage = new WorkerStorage(config.store);
  try {
    await removeAll(storage.vault, vault);
    await removeAll(storage.incoming, incoming);
  } finally {
    storage.close();
  }
  return vault.length + incoming.length;
}

/** S3 does not report an error for a missing object. */
async function removeAll(bucket: Bucket, keys: readonly string[]): Promise<void> {
  for (let at = 0; at < keys.length; at += OBJECTS_AT_ONCE) {
    await Promise.all(keys.slice(at, at + OBJECTS_AT_ONCE).map((key) => bucket.remove(key)));
  }
}
