-- Each query lists violations: any row is a failure.

select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'is_shared_by_message'
  and has_function_privilege('public', p.oid, 'execute');
