/**
 * The tables with rows of a company, read from the Postgres catalog, so that a table from a new migration cannot be
 * forgotten.
 */
import type pg from 'pg';
import { asOwner } from './owner-session.ts';

/** Returns children before their parents, which is the order in which rows can be deleted. */
export async function companyTables(client: pg.ClientBase): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
     where c.relnamespace = 'cairn'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
     order by c.relname`,
  );
  // References with "on delete set null" do not affect the order.
  const { rows: references } = await client.query<{ child: string; parent: string }>(
    `select child.relname as child, parent.relname as parent
     from pg_constraint k
     join pg_class child on child.oid = k.conrelid
     join pg_class parent on parent.oid = k.confrelid
     where k.contype = 'f' and k.confdeltype <> 'n' and k.conrelid <> k.confrelid
       and child.relnamespace = 'cairn'::regnamespace`,
  );
  return childrenFirst(
    tables.map(({ name }) => name),
    references,
  );
}

export function childrenFirst(
  tables: readonly string[],
  references: readonly { child: string; parent: string }[],
): string[] {
  const ordered: string[] = [];
  let rest = [...tables];
  while (rest.length > 0) {
    const isFree = (table: string): boolean =>
      !references.some(({ child, parent }) => parent === table && rest.includes(child));
    const free = rest.filter(isFree);
    if (free.length === 0) {
      throw new Error(`tables refer to each other in a cycle: ${rest.join(', ')}`);
    }
    ordered.push(...free);
    rest = rest.filter((table) => !free.includes(table));
  }
  return ordered;
}

export interface CompanyRow {
  readonly id: string;
  readonly name: string;
}

/** Deletes all rows of the company in the caller's transaction, and returns their number. */
export async function deleteCompanyRows(client: pg.ClientBase, companyId: string): Promise<number> {
  await client.query('update company set excel_template_id = null where id = $1', [companyId]);
  await client.query('update account set default_company_id = null where default_company_id = $1', [
    companyId,
  ]);
  await client.query('delete from outbound_message where lender_id = $1', [companyId]);
  let deleted = 0;
  for (const table of await companyTables(client)) {
    const { rowCount } = await client.query(`delete from ${table} where company_id = $1`, [
      companyId,
    ]);
    deleted += rowCount ?? 0;
  }
  await client.query('delete from company where id = $1', [companyId]);
  return deleted + 1;
}

/** Finds a company by id, exact subdomain or exact name. It never returns the operator's own company. */
export async function findCompany(client: pg.ClientBase, idOrName: string): Promise<CompanyRow> {
  const { rows } = await client.query<CompanyRow>(
    `select id, name from company
     where (id::text = lower($1) or subdomain = lower($1) or name = $1)
       and id <> '00000000-0000-0000-0000-000000000000'`,
    [idOrName],
  );
  if (rows.length === 0) throw new Error(`there is no company ${idOrName}: cairn company list`);
  if (rows.length > 1) throw new Error(`several companies are called ${idOrName}: give the id`);
  return rows[0]!;
}

/** Returns the keys of the company's objects in each bucket. */
export async function objectKeys(
  client: pg.ClientBase,
  companyId: string,
): Promise<{ vault: string[]; incoming: string[] }> {
  const keysIn = async (sql: string): Promise<string[]> =>
    (await client.query<{ key: string }>(sql, [companyId])).rows.map(({ key }) => key);
  return {
    vault: await keysIn(
      `select vault_key as key from document where company_id = $1 and vault_key is not null
       union select vault_key from document_version where company_id = $1 and vault_key is not null
       union select object_key from document_pdf where company_id = $1 and object_key is not null
       union select object_key from document_thumbnails where company_id = $1
       union select object_key from package_file where company_id = $1 and object_key is not null`,
    ),
    incoming: await keysIn(
      `select object_key as key from document where company_id = $1 and object_key is not null
       union select object_key from document_version where company_id = $1 and object_key is not null`,
    ),
  };
}

export const listCompanies = (url: string): Promise<CompanyRow[]> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<CompanyRow>(
      `select id, name from company where id <> '00000000-0000-0000-0000-000000000000' order by name`,
    );
    return rows;
  });
