-- Each query lists violations: any row is a failure.

select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'loans_held'
  and has_function_privilege('public', p.oid, 'execute');
select 'element' as table_without_forced_row_security
from pg_class c where c.oid = 'cairn.element'::regclass and not (c.relrowsecurity and c.relforcerowsecurity);
