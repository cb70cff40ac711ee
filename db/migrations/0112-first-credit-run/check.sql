-- Each query lists violations: any row is a failure.

select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'has_first_credit_run'
  and has_function_privilege('public', p.oid, 'execute');
