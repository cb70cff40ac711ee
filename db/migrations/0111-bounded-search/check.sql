-- Each query lists violations: any row is a failure.

select 'package_file_of_asker' as missing_index where to_regclass('cairn.package_file_of_asker') is null;
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'documents_with_text'
  and has_function_privilege('public', p.oid, 'execute');
