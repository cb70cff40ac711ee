-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace
  and c.relname in ('invitation', 'employee_details')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Every employee has public details, if only empty ones.
select e.company_id, e.account_id as employee_without_details
from cairn.employee e
left join cairn.employee_details d using (company_id, account_id)
where d.account_id is null;

-- A closed account has no session.
select s.account_id as closed_account_with_a_session
from cairn.session s join cairn.account a on a.id = s.account_id
where a.closed_at is not null;

-- An accepted invitation to a company belongs to an account with the invited address.
select i.company_id, i.id as accepted_by_another_address
from cairn.invitation i join cairn.account a on a.id = i.accepted_by
where lower(a.email_address) <> lower(i.email_address);
