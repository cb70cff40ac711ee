-- Each query lists violations: any row is a failure.

-- A saved view belongs to a person of its company.
select v.company_id, v.account_id from cairn.loan_view v
where not exists (select from cairn.person p
  where (p.company_id, p.account_id) = (v.company_id, v.account_id));
