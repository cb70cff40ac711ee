-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'asked_for'
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- An item of a template makes one request for a loan or entity.
select company_id, element_id as asked_for_twice
from cairn.asked_for where element_id is not null
group by company_id, element_id, entity_id having count(distinct template_id) = 1 and count(*) > 1;
