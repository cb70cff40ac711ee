-- The column is there and required.
select 'loan_view.to_review' as missing
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'loan_view' and column_name = 'to_review'
    and is_nullable = 'NO');
