-- Both columns are there.
select missing from unnest(array['awaited_by_others', 'canceled_at']) missing
where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'package_file' and column_name = missing);
-- Nothing is canceled while it is made, or once it is there.
select id from cairn.package_file
where canceled_at is not null and state in ('QUEUED', 'RUNNING', 'READY');
