-- Each query lists violations: any row is a failure.

select a.message_id as shares_a_private_file from cairn.message_attachment a
join cairn.document d on d.company_id = a.company_id and d.id = a.document_id
where a.shared and d.private_to is not null;
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname in ('is_unfiled_upload', 'is_sent')
  and has_function_privilege('public', p.oid, 'execute');
