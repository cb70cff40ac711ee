-- A document may be several files of an answer as one PDF. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Checked for new rows at once, and for those that exist by the next migration: that needs no exclusive lock.
alter table document
  drop constraint document_origin_check,
  add constraint document_origin_check check (origin ->> 'kind' in ('PAGES', 'MERGED', 'JPEG', 'BLANK')) not valid;
