-- Each query lists violations: any row is a failure.

-- Every tenant table is under forced row security.
select c.relname as table_without_forced_row_security
from pg_class c
join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
where c.relnamespace = 'cairn'::regnamespace and c.relkind = 'r' and c.relname <> 'session'
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- The application's roles cannot bypass it.
select rolname as role_that_bypasses
from pg_roles
where rolname in ('cairn_app', 'cairn_relay') and (rolbypassrls or rolsuper or rolcreaterole);

-- Only the owner may change or remove an audit entry.
select grantee, privilege_type
from information_schema.role_table_grants
where table_schema = 'cairn' and table_name in ('audit_entry', 'audit_chain')
  and grantee in ('cairn_app', 'cairn_relay') and privilege_type <> 'SELECT';
