/**
 * What the schema's owner needs besides the migrations. Row security is forced, so it applies to the owner as well, and
 * functions with `security definer` run as the owner. Where the role may have BYPASSRLS that changes nothing; managed
 * Postgres (RDS, Cloud SQL, Azure) does not give that attribute, and there a policy on each table says the same.
 *
 * It runs after each migration instead of being a part of it: a table that a later migration adds has its policy
 * before any other migration reads it.
 */
import type pg from 'pg';

const OWNER_POLICIES = `do $$
declare
  unread record;
begin
  for unread in
    select c.oid::regclass as name from pg_class c
    where c.relnamespace = 'cairn'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
      and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner')
  loop
    execute format('create policy owner on %s to cairn_owner using (true) with check (true)', unread.name);
  end loop;
end $$`;

/** Web and worker compare the schema's version with their own when they start, and in the readiness check. */
const SHOW_VERSION = 'grant select on public.migration to cairn_app, cairn_relay';

/** Runs in the caller's transaction, as the role that migrates. */
export async function giveOwnerAccess(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `select to_regnamespace('cairn') is not null as exists`,
  );
  if (!rows[0]?.exists) return;
  await client.query(SHOW_VERSION);
  await client.query('set local role cairn_owner');
  await client.query(OWNER_POLICIES);
  await client.query('reset role');
}

/**
 * Throws if roles are missing: they belong to the whole cluster, and its administrator creates them unless a
 * superuser migrates.
 */
export async function refuseWithoutRoles(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select role from unnest(array['cairn_owner', 'cairn_app', 'cairn_relay']) role
     where not exists (select from pg_roles where rolname = role)
       and not (select rolsuper from pg_roles where rolname = current_user)
     order by role`,
  );
  if (rows.length === 0) return;
  throw new Error(
    `the role ${rows.map(({ role }) => role).join(', ')} does not exist: the database administrator runs deploy/postgres/bootstrap.sql first`,
  );
}
