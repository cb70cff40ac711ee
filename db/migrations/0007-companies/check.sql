-- Each query lists violations: any row is a failure.

-- Phases of a category are numbered 1, 2, 3 and so on.
select company_id, category as places_with_gaps
from cairn.phase group by company_id, category
having max(display_order) <> count(*);

-- A company shows a logo exactly when there is one.
select c.id as logo_without_picture
from cairn.company c left join cairn.company_logo l on l.company_id = c.id
where (c.logo_version is null) <> (l.company_id is null);

-- The spreadsheet template is a file of the company's own.
select c.id as template_of_another_company
from cairn.company c join cairn.document d on d.id = c.excel_template_id
where d.company_id <> c.id;

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname in ('company_logo', 'contact_subrole')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Users from outside a company change nothing of it.
select polrelid::regclass as changed_by_outsiders
from pg_policy
where polrelid in ('cairn.company'::regclass, 'cairn.phase'::regclass,
    'cairn.contact_subrole'::regclass)
  and polcmd <> 'r' and pg_get_expr(polqual, polrelid) like '%works_with%';
