-- Each query lists violations: any row is a failure.

select 'document_waits_for_scan' as missing_index
where to_regclass('cairn.document_waits_for_scan') is null;

select c.relname as table_that_the_owner_cannot_read
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relkind in ('r', 'p') and c.relforcerowsecurity
  and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'owner');
