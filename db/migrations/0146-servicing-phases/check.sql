-- The column is there and required.
select 'servicing' as missing
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'phase' and column_name = 'servicing'
    and is_nullable = 'NO');
