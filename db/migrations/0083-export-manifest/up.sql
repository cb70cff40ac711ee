-- The signed list of an export's files, kept so that a second attempt writes the same bytes. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table package_file
  add column manifest text,
  add column signature text check ((signature is null) = (manifest is null));
