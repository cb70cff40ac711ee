-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'document_version'
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Every version before the current one is kept.
select d.company_id, d.id as document_without_its_past
from cairn.document d
  left join cairn.document_version v on v.company_id = d.company_id and v.document_id = d.id
group by d.company_id, d.id, d.version
having count(v.version) <> d.version - 1 or max(v.version) >= d.version;
