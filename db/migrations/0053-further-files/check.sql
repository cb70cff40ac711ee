-- Each query lists violations: any row is a failure.

select f.company_id, f.id as further_file_of_another_loan_or_of_a_further_file
from cairn.element f
join cairn.element e on (e.company_id, e.id) = (f.company_id, f.continues_id)
where e.loan_id <> f.loan_id or e.continues_id is not null;
