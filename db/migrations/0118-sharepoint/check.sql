-- Each query lists violations: any row is a failure.

select e.id as finished_export_with_files_missing from cairn.sharepoint_export e
where e.state = 'DONE' and e.sent <> e.files;
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'has_sharepoint'
  and has_function_privilege('public', p.oid, 'execute');
