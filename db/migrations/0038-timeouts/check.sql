-- Both roles end statements and idle transactions.
select rolname, name
from pg_roles
cross join unnest(array['statement_timeout', 'idle_in_transaction_session_timeout']) as name
where rolname in ('cairn_app', 'cairn_relay')
  and not exists (
    select from pg_db_role_setting, unnest(setconfig) as setting
    where setrole = pg_roles.oid and setdatabase = 0 and starts_with(setting, name || '='));
