-- Each query lists violations: any row is a failure.

select p.company_id, p.document_id as page_that_outlived_its_session
from cairn.anonymous_session s
join cairn.document d on d.company_id = s.company_id and d.loan_id is null and d.created_by = s.id
join cairn.document_page p on p.company_id = d.company_id and p.document_id = d.id
where s.swept_at is not null and d.removed_at is null
  and not exists (select from cairn.shoebox_item i where i.company_id = d.company_id and i.document_id = d.id);
