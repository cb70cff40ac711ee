-- Each query lists violations: any row is a failure.

select p.proname as function_that_does_not_ask_what_is_seen
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname in ('found_by_name', 'documents_with_text')
  and p.prosrc not like '%app.sees_element%';
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname in ('found_by_name', 'documents_with_text')
  and has_function_privilege('public', p.oid, 'execute');
