set local role cairn_owner;
set local search_path to cairn;

-- Whether the file was filed where it was suggested. Null: nothing was suggested, or it is not filed.
alter table shoebox_item add column suggestion_taken boolean
  check (suggestion_taken is null or filed_at is not null);
