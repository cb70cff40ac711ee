-- Each query lists violations: any row is a failure.

-- Every table that has a company_id starts its primary key with it.
select c.relname as table_without_company_first
from pg_class c
join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'cairn'
join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and c.relname <> 'session'
left join pg_index i on i.indrelid = c.oid and i.indisprimary
where c.relkind = 'r' and (i.indkey is null or i.indkey[0] <> a.attnum);

-- Every foreign key between tenant tables starts with it too.
select conrelid::regclass as table_name, conname as foreign_key_without_company_first
from pg_constraint k
join pg_attribute a on a.attrelid = k.conrelid and a.attname = 'company_id'
join pg_attribute b on b.attrelid = k.confrelid and b.attname = 'company_id'
where k.contype = 'f' and k.connamespace = 'cairn'::regnamespace and k.conkey[1] <> a.attnum;

-- The application's roles own nothing.
select c.oid::regclass as owned_by_application
from pg_class c
where c.relnamespace in ('cairn'::regnamespace, 'app'::regnamespace)
  and pg_get_userbyid(c.relowner) in ('cairn_app', 'cairn_relay');
