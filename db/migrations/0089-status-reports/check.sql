-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname in ('process_report', 'service_day')
  and not c.relforcerowsecurity;
