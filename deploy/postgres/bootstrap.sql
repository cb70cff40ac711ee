-- Run once by the database administrator, before `cairn migrate`, with psql 15 or later:
--
--   psql 'postgres://ADMINISTRATOR@HOST/postgres' -v ON_ERROR_STOP=1 -f deploy/postgres/bootstrap.sql
--
-- A superuser is not needed: the master user of Amazon RDS or Aurora, Google Cloud SQL and Azure Database (CREATEROLE
-- and CREATEDB, neither SUPERUSER nor BYPASSRLS) is enough. It asks for three passwords; for a script, give them as
-- -v migrator_password=… -v app_password=… -v relay_password=… and the name of another database as -v database=….
-- It may be repeated: what exists stays, and the passwords are set again.
--
--   cairn_owner     owns every table and function. No one logs in as it.
--   cairn_migrator  runs migrations and the maintenance commands: MIGRATION_DATABASE_URL
--   cairn_app       serves requests and workflows, under row security: DATABASE_URL
--   cairn_relay     carries events out: RELAY_DATABASE_URL

\if :{?database}
\else
  \set database cairn
\endif
\if :{?migrator_password}
\else
  \prompt 'Password for cairn_migrator: ' migrator_password
\endif
\if :{?app_password}
\else
  \prompt 'Password for cairn_app: ' app_password
\endif
\if :{?relay_password}
\else
  \prompt 'Password for cairn_relay: ' relay_password
\endif

-- With log_statement = 'ddl' the server logs the passwords: then change them afterwards with \password.
begin;
select not exists (select from pg_roles where rolname = 'cairn_owner') as is_missing \gset
\if :is_missing
  create role cairn_owner nologin nobypassrls;
\endif
select not exists (select from pg_roles where rolname = 'cairn_app') as is_missing \gset
\if :is_missing
  create role cairn_app login nobypassrls;
\endif
select not exists (select from pg_roles where rolname = 'cairn_relay') as is_missing \gset
\if :is_missing
  create role cairn_relay login nobypassrls;
\endif
select not exists (select from pg_roles where rolname = 'cairn_migrator') as is_missing \gset
\if :is_missing
  -- CREATEROLE lets it change the settings of the two roles below, of which it is given the administration, and no
  -- others.
  create role cairn_migrator login createrole nobypassrls;
\endif
alter role cairn_migrator password :'migrator_password';
alter role cairn_app password :'app_password';
alter role cairn_relay password :'relay_password';

grant cairn_owner to cairn_migrator with inherit true, set true;
grant cairn_app, cairn_relay to cairn_migrator with admin true, inherit false, set false;
-- An administrator without SUPERUSER gives a database only to a role that it is a member of.
grant cairn_migrator to current_user with inherit true, set true;
commit;

select not exists (select from pg_database where datname = :'database') as is_missing \gset
\if :is_missing
  create database :"database" owner cairn_migrator encoding 'UTF8' template template0;
\endif
-- Extensions that Postgres trusts (pg_trgm, btree_gin) are created by the owner of the schema.
\connect :"database"
set role cairn_migrator;
grant create on database :"database" to cairn_owner;
revoke create, temporary on database :"database" from public;
reset role;
\echo Next: cairn migrate, with MIGRATION_DATABASE_URL as cairn_migrator.
