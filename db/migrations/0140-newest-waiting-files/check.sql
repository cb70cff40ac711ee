select 'shoebox_item_newest' as missing
where not exists (select from pg_indexes
  where schemaname = 'cairn' and indexname = 'shoebox_item_newest');
