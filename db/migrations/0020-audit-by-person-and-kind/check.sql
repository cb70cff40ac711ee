-- Each query lists violations: any row is a failure.

-- Built without a lock, an index that failed half-way stays behind and is not used: drop it and build it again.
select 'audit_entry_actor_kind' as missing_or_not_valid
where not exists (
  select from pg_index i
  where i.indexrelid = to_regclass('cairn.audit_entry_actor_kind') and i.indisvalid);
