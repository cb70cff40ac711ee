-- The checks of 0160 hold for every row. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table document
  validate constraint document_office_lock_check,
  validate constraint document_office_lock_whole;
