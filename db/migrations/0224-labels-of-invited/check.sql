-- Each query lists violations: any row is a failure.

select 'label_ids' as missing
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'invitation' and column_name = 'label_ids'
    and is_nullable = 'NO');
