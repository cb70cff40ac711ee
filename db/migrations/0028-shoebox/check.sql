-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'shoebox_item'
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- A file in a person's own shoebox is visible to that person only.
select i.company_id, i.id as own_item_with_a_file_for_others
from cairn.shoebox_item i
join cairn.document d on d.company_id = i.company_id and d.id = i.document_id
where i.shoebox_type = 'PERSONAL' and d.private_to is distinct from i.shoebox_owner_id;

-- A filed document answers a request, or did.
select i.company_id, i.id as filed_nowhere
from cairn.shoebox_item i
join cairn.document d on d.company_id = i.company_id and d.id = i.document_id
where i.filed_at is not null and d.private_to is not null;
