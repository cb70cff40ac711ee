-- A package that is being made can be canceled by the person who asked for it, unless someone else asked for it too.
set local role cairn_owner;
set local search_path to cairn;

alter table package_file
  -- Another person asked for it while it was made.
  add column awaited_by_others boolean not null default false,
  -- Then it is FAILED, and is made again once the worker has taken away what was made of it.
  add column canceled_at timestamptz;
