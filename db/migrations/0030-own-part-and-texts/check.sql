-- Each query lists violations: any row is a failure.

-- Only the application and the owner may execute these functions.
select p.oid::regprocedure as open_to_everybody
from pg_proc p
where p.pronamespace = 'app'::regnamespace
  and p.proname in ('is_own_entity', 'phone_of', 'text_of_status', 'text_of_message', 'texted_of_parts')
  and has_function_privilege('public', p.oid, 'execute');
