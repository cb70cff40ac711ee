-- Each query lists violations: any row is a failure.

select 'app.invitations_of_last_hour' as missing
where to_regprocedure('app.invitations_of_last_hour(uuid, uuid, text, uuid)') is null;
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname in ('invites_as_lender', 'invitations_of_last_hour')
  and has_function_privilege('public', p.oid, 'execute');
