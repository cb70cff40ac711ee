-- Statement timeouts on the roles instead of in the start-up packet, which PgBouncer refuses.
-- Roles belong to the whole cluster: another database of it may be migrated at the same moment, and
-- Postgres then answers "tuple concurrently updated". Hence the check first, and the retries.
do $$
declare
  wanted record;
begin
  for wanted in
    select * from (values
      ('cairn_app', 'statement_timeout', '30s'),
      ('cairn_app', 'idle_in_transaction_session_timeout', '30s'),
      ('cairn_relay', 'statement_timeout', '30s'),
      ('cairn_relay', 'idle_in_transaction_session_timeout', '30s')
    ) as setting (role, name, value)
  loop
    for attempt in 1..20 loop
      exit when exists (
        select from pg_db_role_setting
        join pg_roles on pg_roles.oid = setrole
        where rolname = wanted.role and setdatabase = 0
          and wanted.name || '=' || wanted.value = any (setconfig));
      begin
        execute format('alter role %I set %I = %L', wanted.role, wanted.name, wanted.value);
      exception when internal_error then
        perform pg_sleep(0.1);
      end;
    end loop;
  end loop;
end $$;
