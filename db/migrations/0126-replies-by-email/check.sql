-- Each query lists violations: any row is a failure.

select r.id as address_of_another_loan from cairn.reply_address r
join cairn.message_thread t on t.company_id = r.company_id and t.id = r.thread_id
where t.loan_id <> r.loan_id;
select p.proname as function_that_anyone_may_call
from pg_proc p
where p.pronamespace = 'app'::regnamespace and p.proname in ('find_reply_address', 'receive_reply')
  and has_function_privilege('public', p.oid, 'execute');
