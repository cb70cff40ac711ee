-- Each query lists violations: any row is a failure.

select p.company_id, p.id as phase_with_wrong_total
from cairn.phase p
left join cairn.phase_total t on (t.company_id, t.phase_id) = (p.company_id, p.id)
left join lateral (
  select count(*) as loans, coalesce(sum(amount), 0) as amount
  from cairn.loan l where l.company_id = p.company_id and l.phase_id = p.id
) counted on true
where (coalesce(t.loans, 0), coalesce(t.amount, 0)) <> (counted.loans, counted.amount);

-- The totals of a package are checked by 0017-package-tree.
