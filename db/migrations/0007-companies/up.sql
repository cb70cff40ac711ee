-- A company runs itself: its settings, its logo, the order of its phases, its contact sub-roles, its plan,
-- the spreadsheet that sources and uses start from.
set local role cairn_owner;
set local search_path to cairn;

-- Files that belong to the company and to no loan. Row security gives them to nobody but its staff: who
-- only holds a role on a loan holds none on a missing one.
alter table document alter column loan_id drop not null;

alter table company
  add column four_eyes_approval boolean not null default false,
  -- Null: passwords do not grow old.
  add column password_expiry_days int check (password_expiry_days between 1 and 3650),
  add column quiet_from time,
  add column quiet_until time,
  add column timezone_id text check (length(timezone_id) between 1 and 64),
  add column plan_name text not null default 'Standard' check (length(plan_name) between 1 and 255),
  -- Null: as many as there are.
  add column plan_max_active_loans int check (plan_max_active_loans > 0),
  add column plan_features text[] not null default '{}',
  -- Which logo is shown: part of its address, so that a browser may keep it for ever. Null: none.
  add column logo_version text check (logo_version ~ '^[0-9a-f]{16}$'),
  add column excel_template_id uuid,
  add check ((quiet_from is null) = (quiet_until is null)),
  add check (quiet_from <> quiet_until),
  add check (subdomain ~ '^[a-z0-9]([a-z0-9-]{1,61}[a-z0-9])$'),
  add foreign key (id, excel_template_id) references document (company_id, id);
create index company_name on company (lower(name), id);

create table company_logo (
  company_id uuid primary key references company,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (length(content) between 1 and 262144),
  modified_at timestamptz not null default now()
);

create table contact_subrole (
  company_id uuid not null references company,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index contact_subrole_name on contact_subrole (company_id, lower(name));

-- Places are numbered within a category, without gaps. Checked at commit, for a new order passes through
-- states in which two phases have the same place.
update phase p set display_order = placed.place
from (
  select company_id, id, row_number() over (
      partition by company_id, category order by display_order, name, id) as place
  from phase
) placed
where (p.company_id, p.id) = (placed.company_id, placed.id) and p.display_order <> placed.place;
alter table phase
  add check (display_order > 0),
  add constraint phase_place unique (company_id, category, display_order) deferrable initially deferred;

-- People who hold a role on a loan see these, and change none of them.
drop policy seen on company;
create policy seen on company for select to cairn_app
  using (id = (select app.company_id()) or (select app.is_platform()) or app.works_with(id));
create policy run on company to cairn_app
  using (id = (select app.company_id()) or (select app.is_platform()));
drop policy seen on phase;
create policy seen on phase for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.works_with(company_id));
create policy run on phase to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

alter table company_logo enable row level security;
alter table company_logo force row level security;
create policy run on company_logo to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

alter table contact_subrole enable row level security;
alter table contact_subrole force row level security;
create policy seen on contact_subrole for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or (app.role_level() = 'LENDER' and app.works_with(company_id)));
create policy run on contact_subrole to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

-- The plan is what the operator has agreed to: no call writes it.
grant update (name, subdomain, four_eyes_approval, password_expiry_days, quiet_from, quiet_until,
  timezone_id, logo_version, excel_template_id) on company to cairn_app;
grant insert, delete, update (name, category, display_order) on phase to cairn_app;
grant select, insert, update, delete on company_logo to cairn_app;
grant select, insert, update (name) on contact_subrole to cairn_app;

-- What anybody may know of a company, signed in or not: its name and its logo. One company at a time, by
-- its id or by the host name that it is reached under.
create function app.branding_of(company uuid) returns table (id uuid, name text, logo_version text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select c.id, c.name, c.logo_version from company c
    where c.id = company and c.id <> '00000000-0000-0000-0000-000000000000';
  end;
create function app.branding_at(subdomain text) returns table (id uuid, name text, logo_version text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select c.id, c.name, c.logo_version from company c where c.subdomain = branding_at.subdomain;
  end;
create function app.logo_of(company uuid)
  returns table (content_type text, content bytea, logo_version text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select l.content_type, l.content, c.logo_version
    from company_logo l join company c on c.id = l.company_id
    where l.company_id = company and c.logo_version is not null;
  end;
-- A host name can be had once, whoever has it: yes or no, and nothing of whom.
create function app.subdomain_taken(subdomain text, besides uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from company c
    where c.subdomain = subdomain_taken.subdomain and c.id is distinct from besides
  );
-- When the password of somebody who works for companies is too old for the strictest of them.
create function app.password_expires_at(account uuid) returns timestamptz
  language sql stable security definer set search_path = cairn, pg_temp
  return (
    select min(k.changed_at + make_interval(days => c.password_expiry_days))
    from credential k
    join employee e on e.account_id = k.account_id
    join company c on c.id = e.company_id
    where k.account_id = account and c.password_expiry_days is not null
  );
revoke execute on function app.branding_of, app.branding_at, app.logo_of, app.subdomain_taken,
  app.password_expires_at from public;
grant execute on function app.branding_of, app.branding_at, app.logo_of, app.subdomain_taken,
  app.password_expires_at to cairn_app;
