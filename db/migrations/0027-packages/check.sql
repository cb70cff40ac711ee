-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace
  and c.relname in ('package_file', 'package_asker', 'document_pdf')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Every file of a package was requested by a user who sees its content. Those of a selection have a job: 0082.
select f.company_id, f.id as file_nobody_asked_for
from cairn.package_file f
where f.job_id is null and not exists (
  select from cairn.package_asker a
  where a.company_id = f.company_id and a.loan_id = f.loan_id and a.fingerprint = f.fingerprint
    and a.account_id = f.asked_by);
