-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'added_template'
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- The loan's own template is not among its added ones.
select a.company_id, a.loan_id as template_added_to_itself
from cairn.added_template a
  join cairn.loan l on l.company_id = a.company_id and l.id = a.loan_id
where l.template_id = a.template_id;

-- Only a template of a whole loan has rules for people who are added later.
select a.company_id, a.template_id as not_of_a_loan
from cairn.added_template a
  join cairn.template t on t.company_id = a.company_id and t.id = a.template_id
where t.block_type <> 'LOAN';
