/** The people whom a company's rows refer to, and which of their rows move with the company. */
import type pg from 'pg';
import type { Directory } from '../../platform/cells/directory.ts';
import { announceEndedSessions } from '../owner-session.ts';
import { copyRows } from './copy-rows.ts';

const AT_ONCE = 20;
/** Personal settings. They are copied for people whose home moves, and for people who are new to the target. */
const SETTINGS = ['user_settings', 'user_preference', 'email_signature', 'avatar'];
/** Passwords and known devices are used only in a person's home cell. */
const OF_THE_HOME = ['credential', 'device'];
/** Consents by version. The company's credit checks refer to them. */
const CONSENTS = ['credit_consent'];
export const TABLES_OF_A_PERSON: readonly string[] = [...SETTINGS, ...OF_THE_HOME, ...CONSENTS];
/**
 * Columns for which the home cell is authoritative. Whether a person is an administrator, and their default company,
 * differ by cell.
 */
const FROM_THE_HOME = [
  ...['email_address', 'given_name', 'family_name'],
  ...['phone', 'phone_verified_at', 'azure_email', 'closed_at'],
];

export interface People {
  readonly all: readonly string[];
  /** People who have roles only at this company. Their home moves with it. */
  readonly homes: readonly string[];
  readonly visitors: readonly string[];
}

export async function peopleOf(
  client: pg.ClientBase,
  directory: Directory,
  { companyId, cell }: { companyId: string; cell: string },
): Promise<People> {
  const { rows: columns } = await client.query<{ table: string; column: string }>(
    `select child.relname as table, a.attname as column
     from pg_constraint k
     join pg_class child on child.oid = k.conrelid
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where k.contype = 'f' and k.confrelid = 'account'::regclass and array_length(k.conkey, 1) = 1
       and exists (select from pg_attribute c where c.attrelid = k.conrelid and c.attname = 'company_id')
       and child.relname <> 'session'
     union all select 'audit_entry', 'actor_id'`,
  );
  const columnList = columns
    .map(({ table, column }) => `select ${column} as id from ${table} where company_id = $1`)
    .join(' union ');
  const { rows } = await client.query<{ id: string; stays: boolean }>(
    `select a.id, a.is_platform_admin or exists (
         select from person p where p.account_id = a.id and p.company_id <> $1
         union all select from employee e where e.account_id = a.id and e.company_id <> $1) as stays
     from account a where a.id in (${columnList}) and not a.is_system order by a.id`,
    [companyId],
  );
  const homes: string[] = [];
  const visitors: string[] = [];
  for (let at = 0; at < rows.length; at += AT_ONCE) {
    const some = rows.slice(at, at + AT_ONCE).map(async ({ id, stays }) => {
      const isHomeHere = (await directory.homeOf(id)) === cell;
      (isHomeHere && !stays ? homes : visitors).push(id);
    });
    await Promise.all(some);
  }
  return { all: rows.map(({ id }) => id), homes, visitors };
}

/** Throws if two accounts have the same address: one of them has to be closed first. */
export async function copyPeople(
  from: pg.ClientBase,
  to: pg.ClientBase,
  { all, homes }: People,
  companyId: string,
): Promise<void> {
  const { rows: here } = await from.query<{ id: string; address: string }>(
    'select id, lower(email_address) as address from account where id = any($1) and closed_at is null',
    [all],
  );
  const { rows: others } = await to.query<{ id: string }>(
    `select id from account where closed_at is null and lower(email_address) = any($1) and id <> all($2)`,
    [here.map(({ address }) => address), all],
  );
  if (others.length > 0) {
    const ids = others.map(({ id }) => id).join(', ');
    throw new Error(`another account of the target has the address of a person who moves: ${ids}`);
  }
  const { rows: existing } = await to.query<{ id: string }>(
    'select id from account where id = any($1)',
    [all],
  );
  const isKnown = new Set(existing.map(({ id }) => id));
  const copiedIds = [...new Set([...homes, ...all.filter((id) => !isKnown.has(id))])];
  await copyRows(from, to, {
    table: 'account',
    where: 't.id = any($1)',
    values: [copiedIds, companyId],
    // An administrator of one cell is not an administrator of the other.
    instead: `jsonb_build_object('is_platform_admin', false, 'default_company_id',
      case when t.default_company_id = $2 then t.default_company_id end)`,
    // The row may come from an earlier attempt, or from an earlier visit with an address that has changed since.
    onConflict: `(id) do update set ${FROM_THE_HOME.map((each) => `${each} = excluded.${each}`).join(', ')}`,
  });
  const where = 't.account_id = any($1)';
  for (const [tables, ids] of [
    [SETTINGS, copiedIds],
    [OF_THE_HOME, homes],
  ] as const) {
    for (const table of tables) {
      await to.query(`delete from ${table} where account_id = any($1)`, [ids]);
      await copyRows(from, to, { table, where, values: [ids] });
    }
  }
  for (const table of CONSENTS) {
    await copyRows(from, to, { table, where, values: [all], onConflict: 'do nothing' });
  }
}

/** Deletes the passwords of people in a cell that is not their home. */
export async function forgetPasswords(
  client: pg.ClientBase,
  accountIds: readonly string[],
): Promise<void> {
  for (const table of ['session', ...OF_THE_HOME]) {
    await client.query(`delete from ${table} where account_id = any($1)`, [accountIds]);
  }
  await announceEndedSessions(client);
}
