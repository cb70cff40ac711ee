-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.oid = 'cairn.upload_quota'::regclass and not (c.relrowsecurity and c.relforcerowsecurity);
