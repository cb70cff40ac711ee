-- The column is there and required.
select 'application_roles' as missing
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'company' and column_name = 'application_roles'
    and is_nullable = 'NO');
