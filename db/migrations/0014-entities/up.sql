-- Entities: individuals, businesses, trusts and collateral; what is known of them, version by version;
-- who owns whom; and the detail fields of a loan.
set local role cairn_owner;
set local search_path to cairn;

-- A key for each company, itself sealed with a key that the database does not have. A new generation
-- seals what is written from then on; older ones stay to read what they sealed.
create table company_key (
  company_id uuid not null references company,
  generation int not null check (generation >= 1),
  wrapped bytea not null,
  -- Which master key wrapped it, so that a half-done change of master keys can be told.
  master text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, generation)
);

create table entity (
  company_id uuid not null references company,
  id uuid not null,
  kind text not null check (kind in ('INDIVIDUAL', 'COMPANY', 'TRUST', 'REAL_ESTATE_ASSET',
    'EQUIPMENT_ASSET', 'BANK_ASSET', 'OTHER_ASSET')),
  name text not null check (length(name) between 1 and 255),
  -- The person whose own individual this is, if they sign in.
  account_id uuid,
  -- The newest version of what is known.
  version int not null default 1 check (version >= 1),
  owners_version int not null default 0,
  created_at timestamptz not null default now(),
  created_by uuid,
  modified_at timestamptz not null default now(),
  modified_by uuid,
  primary key (company_id, id),
  foreign key (company_id, account_id) references person (company_id, account_id),
  check (kind = 'INDIVIDUAL' or account_id is null)
);
create unique index entity_account on entity (company_id, account_id) where account_id is not null;
create index entity_name on entity (company_id, lower(name), id);

create table entity_information (
  company_id uuid not null,
  entity_id uuid not null,
  version int not null check (version >= 1),
  -- Only what is not an identifier.
  fields jsonb not null,
  -- The identifiers, sealed together with the company's key of that generation.
  sealed bytea,
  key_generation int,
  -- Names of the fields that differ from the version before.
  changed text[] not null,
  restored_from int,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (company_id, entity_id, version),
  foreign key (company_id, entity_id) references entity,
  foreign key (company_id, key_generation) references company_key (company_id, generation),
  check ((sealed is null) = (key_generation is null))
);

create table loan_entity (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  entity_id uuid not null,
  -- The order in which they came: the first with a label is the applicant.
  position bigint generated always as identity,
  labels text[] not null default '{}'
    check (labels <@ array['APPLICANT', 'EPC', 'GUARANTOR', 'PRIMARY_OPERATION_COMPANY']),
  template_id uuid,
  template_name text,
  customizations jsonb not null default '{}',
  folder_id uuid,
  created_at timestamptz not null default now(),
  created_by uuid,
  modified_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, loan_id, entity_id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, entity_id) references entity
);
create index loan_entity_entity on loan_entity (company_id, entity_id);

-- Shares in hundredths of a percent: sums and products are exact.
create table ownership (
  company_id uuid not null,
  owned_id uuid not null,
  owner_id uuid not null,
  share int not null check (share between 1 and 10000),
  as_of date,
  created_at timestamptz not null default now(),
  created_by uuid,
  primary key (company_id, owned_id, owner_id),
  foreign key (company_id, owned_id) references entity,
  foreign key (company_id, owner_id) references entity,
  check (owned_id <> owner_id)
);
create index ownership_owner on ownership (company_id, owner_id);

-- When an owner should guarantee. Rules change: each has the days on which it holds, and says where it
-- is written. They suggest, and people decide.
create table guarantee_rule (
  id uuid primary key,
  loan_types text[] not null,
  threshold int not null check (threshold between 1 and 10000),
  reason text not null,
  source text not null,
  effective_from date not null,
  effective_to date,
  check (effective_to > effective_from)
);
insert into guarantee_rule (id, loan_types, threshold, reason, source, effective_from) values (
  '01900000-0000-7000-8000-000000000020',
  array['SBA_7A', 'SBA_7A_SMALL', 'SBA_EXPRESS', 'SBA_504'], 2000,
  'Holders of at least 20 % generally must guarantee an SBA loan.',
  '13 CFR 120.160(a), 61 FR 3235', '1996-03-01');

-- A folder that is about an entity says so; its kind shows in the tree.
alter table element
  add column sherpa_entity_id uuid,
  add column sherpa_entity_type text,
  add foreign key (company_id, sherpa_entity_id) references entity (company_id, id),
  add check ((sherpa_entity_id is null) = (sherpa_entity_type is null));
create unique index element_entity_folder on element (company_id, loan_id, sherpa_entity_id)
  where sherpa_entity_id is not null and storage_type = 'FOLDER';
alter table loan_entity
  add foreign key (company_id, loan_id, folder_id) references element (company_id, loan_id, id);

-- Detail fields of a loan -------------------------------------------------------------------------------
create table loan_detail_group (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  display_order int not null,
  primary key (company_id, id),
  unique (company_id, loan_id, id),
  foreign key (company_id, loan_id) references loan
);
create table loan_detail_field (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  group_id uuid,
  name text not null check (length(name) between 1 and 255),
  -- No tax id among them: that is an entity's, and encrypted there.
  type text not null check (type in ('TEXT', 'NUMBER', 'MONEY', 'PERCENT', 'DATE', 'CHOICE',
    'YES_NO', 'ADDRESS', 'PHONE', 'EMAIL')),
  choices text[] not null default '{}',
  value text check (length(value) <= 2000),
  display_order int not null,
  version int not null default 0,
  modified_at timestamptz not null default now(),
  modified_by uuid,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, loan_id, group_id)
    references loan_detail_group (company_id, loan_id, id)
);
create index loan_detail_field_loan on loan_detail_field (company_id, loan_id);

-- Who sees them ---------------------------------------------------------------------------------------------
-- Who lends on a loan, and who leads its borrowers, sees all its entities; other borrowers and
-- applicants only the individual that they are. Asked by the policies and by the queries.
create function app.leads_loan(company uuid, loan uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = app.account_id()
      and r.role in ('UNDERWRITER_LENDER', 'LENDER', 'LEAD_BORROWER')
      and app.level_of(r.role) = app.role_level()
  );
create function app.is_own_individual(company uuid, owner uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return coalesce(owner = app.account_id(), false)
    and app.role_level() in ('BORROWER', 'APPLICANT') and app.works_with(company);
create function app.sees_entity(company uuid, entity uuid, owner uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return app.is_own_individual(company, owner) or exists (
    select from loan_entity le
    where le.company_id = company and le.entity_id = entity
      and app.leads_loan(le.company_id, le.loan_id)
  );
create function app.sees_loan_entity(company uuid, loan uuid, entity uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return app.leads_loan(company, loan) or (app.holds_role(company, loan) and exists (
    select from entity e
    where e.company_id = company and e.id = entity
      and app.is_own_individual(e.company_id, e.account_id)
  ));

-- The one individual of a person at a company, for those who may put that person on a loan there.
create function app.individual_of(company uuid, account uuid) returns table (id uuid, name text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select e.id, e.name from entity e
    where e.company_id = company and e.account_id = account
      and (company = app.company_id() or app.is_platform() or app.works_with(company));
  end;
revoke execute on function app.individual_of from public;
grant execute on function app.individual_of to cairn_app;

alter table company_key enable row level security;
alter table company_key force row level security;
create policy seen on company_key to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.works_with(company_id));

alter table entity enable row level security;
alter table entity force row level security;
create policy seen on entity for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.sees_entity(company_id, id, account_id));
create policy changed on entity for update to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.sees_entity(company_id, id, account_id));
-- A new one is on no loan yet by which it could be seen.
create policy made on entity for insert to cairn_app
  with check (company_id = (select app.company_id()) or (select app.is_platform())
    or (created_by = (select app.account_id()) and app.works_with(company_id)));

alter table entity_information enable row level security;
alter table entity_information force row level security;
create policy seen on entity_information for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or exists (select from entity e
      where e.company_id = entity_information.company_id and e.id = entity_id));
create policy made on entity_information for insert to cairn_app
  with check (company_id = (select app.company_id()) or (select app.is_platform())
    or (created_by = (select app.account_id()) and app.works_with(company_id)));

alter table loan_entity enable row level security;
alter table loan_entity force row level security;
create policy seen on loan_entity to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.sees_loan_entity(company_id, loan_id, entity_id));

alter table ownership enable row level security;
alter table ownership force row level security;
create policy seen on ownership to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or exists (select from entity e where e.company_id = ownership.company_id and e.id = owned_id));

-- The lender's own notes on a loan: nobody else's.
alter table loan_detail_group enable row level security;
alter table loan_detail_group force row level security;
create policy seen on loan_detail_group to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
alter table loan_detail_field enable row level security;
alter table loan_detail_field force row level security;
create policy seen on loan_detail_field to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');

grant select, insert on company_key, entity_information to cairn_app;
grant select, insert, update on entity, loan_detail_group, loan_detail_field to cairn_app;
grant select, insert, update, delete on loan_entity to cairn_app;
grant select, insert, delete on ownership to cairn_app;
grant select on guarantee_rule to cairn_app;
