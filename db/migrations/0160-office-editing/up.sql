-- Locks of documents that are edited in an office server. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Not valid: every new row is checked, and the rows that exist are not read under this lock. 0199 validates both.
alter table document
  -- What the office server calls its lock: nothing of ours.
  add column office_lock text,
  add column office_lock_ends timestamptz,
  -- The version that its holder has: other bytes, saved meanwhile, are not replaced.
  add column office_lock_version int,
  add constraint document_office_lock_check check (length(office_lock) between 1 and 1024) not valid,
  add constraint document_office_lock_whole check (
    (office_lock is null) = (office_lock_ends is null) and (office_lock is null) = (office_lock_version is null)) not valid;
