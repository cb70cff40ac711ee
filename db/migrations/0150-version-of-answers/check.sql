-- The column is there, and may be null.
select 'answer_version' as missing
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'element' and column_name = 'answer_version'
    and is_nullable = 'YES');
