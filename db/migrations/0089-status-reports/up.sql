-- What the processes of an installation report about themselves and the services they need. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- One row for each running process. Rows of processes that have ended are deleted by the others.
create table process_report (
  id uuid primary key,
  role text not null check (role in ('web', 'worker', 'all')),
  version text not null,
  node_version text not null,
  started_at timestamptz not null,
  reported_at timestamptz not null default now(),
  -- [{service, isUp, seconds}], as the last probe found them.
  services jsonb not null,
  -- [{queue, waiting, oldestSeconds}]
  queues jsonb not null,
  signatures_from timestamptz,
  signature_max_age_seconds int
);

-- How often a service was tried on a day, and did not answer.
create table service_day (
  service text not null,
  day date not null,
  checks int not null,
  failures int not null check (failures <= checks),
  primary key (service, day)
);

alter table process_report enable row level security;
alter table process_report force row level security;
alter table service_day enable row level security;
alter table service_day force row level security;

-- Of the whole installation: for its administrators only. No row tells anything of a company.
create policy seen on process_report for select to cairn_app using ((select app.is_platform()));
create policy seen on service_day for select to cairn_app using ((select app.is_platform()));
grant select on process_report, service_day to cairn_app;

create policy reported on process_report to cairn_relay using (true) with check (true);
create policy reported on service_day to cairn_relay using (true) with check (true);
grant select, insert, update, delete on process_report, service_day to cairn_relay;
