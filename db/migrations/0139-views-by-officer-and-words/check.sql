-- The columns are there and required.
select wanted.name as missing
from unnest(array['officer_ids', 'words']) wanted (name)
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'loan_view' and column_name = wanted.name
    and is_nullable = 'NO');
