-- Each query lists violations: any row is a failure.

select s.company_id, s.id as swept_session_that_may_go_on
from cairn.anonymous_session s
where s.swept_at is not null and s.ends_at > s.swept_at - interval '7 days';

select d.company_id, d.id as file_that_outlived_its_session
from cairn.anonymous_session s
join cairn.document d on d.company_id = s.company_id and d.loan_id is null and d.created_by = s.id
where s.swept_at is not null and d.removed_at is null
  and not exists (select from cairn.shoebox_item i where i.company_id = d.company_id and i.document_id = d.id);

select e.company_id, e.id as answered_by_no_license_of_the_loan
from cairn.element e
where e.answer_value ? 'driversLicense' and jsonb_typeof(e.answer_value) = 'object' and e.question_type is null
  and not exists (select from cairn.drivers_license l
    where l.company_id = e.company_id and l.entity_id::text = e.answer_value ->> 'driversLicense');
