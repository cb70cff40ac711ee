-- A lender's SharePoint library, and exports of loans to it. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table sharepoint_connection (
  company_id uuid primary key references company on delete cascade,
  tenant_id uuid not null,
  client_id uuid not null,
  -- The app's secret, with the company's key.
  sealed bytea not null check (length(sealed) <= 4096),
  key_generation int not null,
  site_url text not null check (length(site_url) between 1 and 400),
  library text not null check (length(library) between 1 and 200),
  -- A check of older settings does not count for newer ones.
  version int not null default 1,
  state text not null default 'CHECKING' check (state in ('CHECKING', 'CONNECTED', 'FAILED')),
  -- Code of the reason, never a text of Microsoft.
  failure text check (length(failure) between 1 and 40),
  -- Of the site, to choose from.
  libraries text[] not null default '{}' check (cardinality(libraries) <= 100),
  drive_id text check (length(drive_id) between 1 and 400),
  modified_by uuid not null references account,
  modified_at timestamptz not null default now(),
  check ((state = 'CONNECTED') = (drive_id is not null)),
  check ((state = 'FAILED') = (failure is not null))
);

create table sharepoint_export (
  company_id uuid not null,
  id uuid not null default uuidv7() unique,
  loan_id uuid not null,
  asked_by uuid not null references account,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'RUNNING', 'DONE', 'FAILED')),
  -- What the asker saw, and under which paths it is sent.
  plan jsonb not null,
  folder text not null check (length(folder) between 1 and 200),
  files int not null check (files > 0),
  sent int not null default 0,
  failure text check (length(failure) between 1 and 40),
  web_url text check (length(web_url) <= 2000),
  asked_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan on delete cascade,
  check (sent between 0 and files),
  check ((state = 'FAILED') = (failure is not null)),
  check ((state in ('DONE', 'FAILED')) = (finished_at is not null))
);
create index sharepoint_export_loan on sharepoint_export (company_id, loan_id, id desc);
-- One at a time, however many people press the button.
create unique index sharepoint_export_open on sharepoint_export (company_id, loan_id)
  where state in ('QUEUED', 'RUNNING');

alter table sharepoint_connection enable row level security;
alter table sharepoint_connection force row level security;
alter table sharepoint_export enable row level security;
alter table sharepoint_export force row level security;

create policy seen on sharepoint_connection to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
-- The lender's side of a loan.
create policy lender on sharepoint_export to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)));
grant select, insert, update, delete on sharepoint_connection to cairn_app;
grant select, insert, update (state, sent, failure, web_url, finished_at) on sharepoint_export to cairn_app;

-- For underwriters from outside, who see nothing of the settings.
create function app.has_sharepoint(company uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (select from sharepoint_connection c where c.company_id = company and c.state = 'CONNECTED');
revoke execute on function app.has_sharepoint from public;
grant execute on function app.has_sharepoint to cairn_app;
