-- The chunks of a zip are those of its files and what is between them: not each of them is a MiB.
set local role cairn_owner;
set local search_path to cairn;

alter table package_file
  -- Null: each is a MiB, up to the last.
  add column chunk_lengths integer[];
