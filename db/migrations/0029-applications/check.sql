-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname in ('loan_application', 'application_person')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- An application was submitted, then reviewed, then decided.
select company_id, loan_id as out_of_order
from cairn.loan_application
where submitted_at < created_at or review_started_at < submitted_at or response_at < review_started_at;

-- Only individuals certify their information.
select p.company_id, p.entity_id as not_a_person
from cairn.application_person p
  join cairn.entity e on e.company_id = p.company_id and e.id = p.entity_id
where e.kind <> 'INDIVIDUAL';
