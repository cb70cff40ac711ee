-- Each query lists violations: any row is a failure.

select s.loan_id as sheet_without_rows from cairn.sources_uses s
where jsonb_typeof(s.sheet -> 'sources') <> 'array' or jsonb_typeof(s.sheet -> 'uses') <> 'array';
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'sources_uses_template_of'
  and has_function_privilege('public', p.oid, 'execute');
