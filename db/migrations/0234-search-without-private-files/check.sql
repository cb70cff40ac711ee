-- Each query lists violations: any row is a failure.

select 'document_private' as missing_index
where not exists (select from pg_index i join pg_class c on c.oid = i.indexrelid
  where c.oid = to_regclass('cairn.document_private') and i.indisvalid);
select p.proname as function_that_finds_private_files
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'documents_with_text'
  and (p.prosrc not like '%private_to is not null%' or p.prosrc not like '%private_to <> app.account_id()%');
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname = 'documents_with_text'
  and has_function_privilege('public', p.oid, 'execute');
