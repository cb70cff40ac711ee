-- Each query lists violations: any row is a failure.

select p.company_id, p.id as phase_with_wrong_total
from cairn.phase p
left join cairn.phase_total t on (t.company_id, t.phase_id) = (p.company_id, p.id)
left join lateral (
  select count(*) as loans, coalesce(sum(amount), 0) as amount
  from cairn.loan l where l.company_id = p.company_id and l.phase_id = p.id
) counted on true
where (coalesce(t.loans, 0), coalesce(t.amount, 0)) <> (counted.loans, counted.amount);

select l.company_id, l.id as loan_with_wrong_totals
from cairn.loan l
left join lateral (
  select count(*) as files, count(answer_document_id) as answered, count(approved_by) as approved
  from cairn.element e
  where e.company_id = l.company_id and e.loan_id = l.id and e.storage_type = 'FILE'
) counted on true
where (l.files, l.files_answered, l.files_approved)
  <> (counted.files, counted.answered, counted.approved);
