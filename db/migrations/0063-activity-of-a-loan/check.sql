-- The index is there and complete.
select 'audit_entry_told' as missing
where not exists (select from pg_index i
  where i.indexrelid = to_regclass('cairn.audit_entry_told') and i.indisvalid);
