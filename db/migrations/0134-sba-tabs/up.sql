-- The SBA tab of a request. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Not valid: every new row is checked, and the rows that exist are not read under this lock. 0135 validates both.
alter table element
  add column sba_tab smallint,
  add constraint element_sba_tab_number check (sba_tab between 1 and 10) not valid,
  add constraint element_sba_tab_of_file check (sba_tab is null or storage_type = 'FILE') not valid;
