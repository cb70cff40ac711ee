-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'download_job'
  and not (c.relrowsecurity and c.relforcerowsecurity);

select f.id as file_of_another_owner_or_selection
from cairn.package_file f
join cairn.download_job j on (j.company_id, j.id) = (f.company_id, f.job_id)
where f.asked_by <> j.account_id or f.fingerprint <> j.fingerprint
  or f.loan_id is distinct from j.loan_id;
