-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'loan_fact'
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- A question about an entity is about one of the loan's own company.
select f.id as question_about_a_person
from cairn.loan_fact f
join cairn.entity e on e.company_id = f.company_id and e.id = f.entity_id
where e.kind <> 'COMPANY';
