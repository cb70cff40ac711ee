-- no-transaction
-- What was written lately, of all companies, for the sealing. Entries are appended in the order of time, so a
-- summary of a few bytes for each range of pages is enough, and costs a write nothing.
create index concurrently audit_entry_recent on cairn.audit_entry
  using brin (at) with (pages_per_range = 32, autosummarize = on);
