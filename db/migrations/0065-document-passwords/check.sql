-- Each query lists violations: any row is a failure.

select company_id, document_id as password_kept_too_long
from cairn.document_password
where created_at < now() - interval '1 day';

select p.company_id, p.document_id as password_of_a_file_that_is_not_being_unlocked
from cairn.document_password p
join cairn.document d on d.company_id = p.company_id and d.id = p.document_id
where d.virus_scan_state not in ('PENDING', 'ERROR');
