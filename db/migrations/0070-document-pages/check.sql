-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace
  and c.relname in ('document_pdf', 'document_page', 'document_thumbnails')
  and not (c.relrowsecurity and c.relforcerowsecurity);

select p.company_id, p.document_id as derived_from_a_document_deleted_for_good
from cairn.document d
join (
  select company_id, document_id from cairn.document_page
  union all select company_id, document_id from cairn.document_thumbnails
) p on (p.company_id, p.document_id) = (d.company_id, d.id)
where d.removed_at is not null;

select company_id, id as document_processed_before_it_was_found_clean
from cairn.document
where content_state = 'READY' and virus_scan_state in ('PENDING', 'INFECTED');
