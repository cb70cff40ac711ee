-- The column is there.
select 'chunk_lengths' as missing where not exists (select from information_schema.columns
  where table_schema = 'cairn' and table_name = 'package_file' and column_name = 'chunk_lengths');
-- One digest for each chunk.
select id from cairn.package_file
where chunk_lengths is not null and length(chunk_sha256) is distinct from 32 * cardinality(chunk_lengths);
