-- Which options an export was asked for with. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table package_asker
  add column options text[] not null default '{}'
    check (options <@ array['approvedOnly', 'cover', 'stamps']);
alter table download_job
  add column options text[] not null default '{}'
    check (options <@ array['approvedOnly', 'cover', 'stamps']);
