-- Each query lists violations: any row is a failure.

select i.company_id, i.id as item_of_no_session
from cairn.shoebox_item i
where i.anonymous_email is not null and not exists (
  select from cairn.anonymous_session s where s.company_id = i.company_id and s.id = i.uploaded_by);

select i.company_id, i.id as item_from_another_address
from cairn.shoebox_item i
join cairn.anonymous_session s on s.company_id = i.company_id and s.id = i.uploaded_by
where i.anonymous_email is distinct from s.email_address;

select d.company_id, d.id as file_of_a_session_for_another_employee
from cairn.document d
join cairn.anonymous_session s on s.company_id = d.company_id and s.id = d.created_by
where d.loan_id is null and d.private_to is distinct from s.account_id;

select s.company_id, s.id as session_with_a_file_of_another
from cairn.anonymous_session s
cross join lateral unnest(s.document_ids) f (id)
where not exists (select from cairn.document d
  where d.company_id = s.company_id and d.id = f.id and d.created_by = s.id);
