-- The column is there and required.
select 'loan_view.idle' as missing
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'loan_view' and column_name = 'idle'
    and is_nullable = 'NO');
