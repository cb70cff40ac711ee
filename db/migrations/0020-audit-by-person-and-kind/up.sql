-- no-transaction
-- Every write adds an entry: the table is not locked while the index is built.
create index concurrently audit_entry_actor_kind
  on cairn.audit_entry (company_id, actor_id, kind, at, id);
