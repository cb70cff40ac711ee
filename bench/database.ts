/** Creates the benchmark's database: dropped if it exists, migrated, filled, analyzed. */
import { migrate } from '@cairn/server/platform/db/migrate';
import pg from 'pg';

/** Can be set to another name for a concurrent run on the same machine. */
const NAME = process.env['BENCH_DATABASE'] ?? 'cairn_bench';
const BYPASS = `${NAME}_bypass`;

export interface Urls {
  /** The owner, with the application's settings, so that statements of both arms are planned the same way. */
  readonly owner: string;
  readonly app: string;
  readonly relay: string;
  /** Identical to the application's role, except that no policy applies. */
  readonly bypass: string;
}

function at(url: string, user: string, database: string): string {
  const changed = new URL(url);
  changed.username = user;
  changed.pathname = `/${database}`;
  return changed.href;
}

export function throughPort(url: string, port: number): string {
  const changed = new URL(url);
  changed.port = String(port);
  return changed.href;
}

export async function asOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The settings that migrations set for the application's role. */
const APP_SETTINGS = `select unnest(setconfig) from pg_db_role_setting
  where setrole = 'cairn_app'::regrole and setdatabase = 0`;

/** Copies settings and grants of the application's role; membership in it would add lookups. */
const MAKE_BYPASS = `
do $$
declare
  each record;
begin
  if not exists (select from pg_roles where rolname = '${BYPASS}') then
    create role ${BYPASS} login bypassrls;
  end if;
  alter role ${BYPASS} reset all;
  grant usage on schema app, cairn to ${BYPASS};
  for each in
    select format('grant %s on %I.%I to ${BYPASS}', privilege_type, table_schema, table_name) as sql
    from information_schema.role_table_grants where grantee = 'cairn_app'
    union all
    select format('grant execute on function %s to ${BYPASS}', p.oid::regprocedure)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'app' and p.prokind = 'f'
    union all
    select format('alter role ${BYPASS} set %s = %L', split_part(setting, '=', 1),
      substr(setting, strpos(setting, '=') + 1))
    from (${APP_SETTINGS}) s (setting)
  loop
    execute each.sql;
  end loop;
end $$`;

/** A table for the bare insert with the columns and key of a pin, and no triggers. */
const MAKE_BARE_TABLE = `
create table cairn.bench_pin (
  company_id uuid not null,
  account_id uuid not null,
  loan_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, account_id, loan_id)
)`;

export async function makeDatabase(url: string): Promise<Urls> {
  await asOwner(at(url, 'postgres', 'postgres'), async (client) => {
    await client.query(`drop database if exists ${NAME} with (force)`);
    await client.query(`create database ${NAME}`);
  });
  const owner = at(url, 'postgres', NAME);
  await migrate(owner);
  const settings = await asOwner(owner, async (client) => {
    await client.query(MAKE_BYPASS);
    await client.query(MAKE_BARE_TABLE);
    return (await client.query<{ unnest: string }>(APP_SETTINGS)).rows.map((row) => row.unnest);
  });
  const options = settings.map((each) => `-c ${each.replaceAll(' ', '\\ ')}`).join(' ');
  return {
    owner: `${owner}?options=${encodeURIComponent(options)}`,
    app: at(url, 'cairn_app', NAME),
    relay: at(url, 'cairn_relay', NAME),
    bypass: at(url, BYPASS, NAME),
  };
}

export async function dropDatabase(url: string): Promise<void> {
  await asOwner(at(url, 'postgres', 'postgres'), async (client) => {
    await client.query(`drop database if exists ${NAME} with (force)`);
    await client.query(`drop role if exists ${BYPASS}`);
  });
}
