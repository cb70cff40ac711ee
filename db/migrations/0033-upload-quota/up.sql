-- Uploads that were begun and not finished, counted per account and per company and day. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table upload_quota (
  day date not null,
  -- An account or a company.
  holder uuid not null,
  urls int not null check (urls >= 0),
  bytes bigint not null check (bytes >= 0),
  primary key (day, holder)
);
alter table upload_quota enable row level security;
alter table upload_quota force row level security;

-- False: this holder has as many unfinished uploads today as it may. The caller then rolls back.
create function app.take_upload(holder uuid, size bigint, most_urls int, most_bytes bigint)
  returns boolean language sql security definer set search_path = cairn, pg_temp
begin atomic
  delete from upload_quota q where q.day < current_date - 2;
  with taken as (
    insert into upload_quota as q (day, holder, urls, bytes)
    select current_date, take_upload.holder, 1, size where 1 <= most_urls and size <= most_bytes
    on conflict on constraint upload_quota_pkey do update
      set urls = q.urls + 1, bytes = q.bytes + excluded.bytes
      where q.urls < most_urls and q.bytes + excluded.bytes <= most_bytes
    returning 1)
  select exists (select from taken);
end;

-- The upload became a document: it counts no more.
create function app.finish_upload(holder uuid, begun date, size bigint)
  returns void language sql security definer set search_path = cairn, pg_temp
begin atomic
  update upload_quota q set urls = greatest(q.urls - 1, 0), bytes = greatest(q.bytes - size, 0)
  where q.day = begun and q.holder = finish_upload.holder;
end;
