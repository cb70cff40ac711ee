-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'document_facts'
  and not (c.relrowsecurity and c.relforcerowsecurity);

select f.company_id, f.document_id as facts_of_a_document_deleted_for_good
from cairn.document d
join cairn.document_facts f on (f.company_id, f.document_id) = (d.company_id, d.id)
where d.removed_at is not null;
