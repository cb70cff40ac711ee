-- Each query lists violations: any row is a failure.

-- A person's own tables are under forced row security.
select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace
  and c.relname in ('user_settings', 'user_preference')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Every company's directory has people under the name they have now.
select p.company_id, p.account_id as listed_under_another_name
from cairn.person p
join cairn.account a on a.id = p.account_id
where (p.given_name, p.family_name) is distinct from (a.given_name, a.family_name);

-- Every role on a loan has a level: lender, borrower, applicant or contact.
select r.role as role_without_a_level
from (select distinct role from cairn.loan_role) r
where app.level_of(r.role) not in ('LENDER', 'BORROWER', 'APPLICANT', 'CONTACT');
