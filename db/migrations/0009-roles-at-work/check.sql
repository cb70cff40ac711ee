-- Each query lists violations: any row is a failure.

-- Every user with a borrower's role on a loan can log in as a borrower.
select r.account_id as borrower_without_the_role
from (select distinct r.account_id from cairn.loan_role r
  join cairn.account a on a.id = r.account_id and a.closed_at is null
  where app.level_of(r.role) = 'BORROWER') r
where not exists (select from app.roles_of(r.account_id) o where o.role_level = 'BORROWER');
