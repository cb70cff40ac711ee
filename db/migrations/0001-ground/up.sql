-- The ground: people, companies, loans, requested documents, files, the audit chain and the outbox.
-- why.md says why it is shaped like this; check.sql states what must hold afterwards.

-- Roles. cairn_owner owns everything and nobody logs in as it. cairn_app serves requests and
-- workflows; cairn_relay carries events out. Neither owns anything or can step around row security.
do $$
begin
  if not exists (select from pg_roles where rolname = 'cairn_owner') then
    create role cairn_owner nologin bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'cairn_app') then
    create role cairn_app login nobypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'cairn_relay') then
    create role cairn_relay login nobypassrls;
  end if;
end $$;

-- Generic plans: the statements are prepared once and their plans do not depend on the values.
alter role cairn_app set search_path = cairn;
alter role cairn_app set timezone = 'UTC';
alter role cairn_app set plan_cache_mode = force_generic_plan;
-- Pages are walked along an index; on today's disks that is hardly dearer than reading in sequence.
alter role cairn_app set random_page_cost = 1.1;
alter role cairn_relay set search_path = cairn;
alter role cairn_relay set timezone = 'UTC';

create schema app authorization cairn_owner;
create schema cairn authorization cairn_owner;
grant usage on schema app, cairn to cairn_app, cairn_relay;
set local role cairn_owner;
set local search_path to cairn;

-- Who is calling ------------------------------------------------------------------------------------
-- Set inside the transaction by the statement that checks the session, gone when it ends.
create function app.company_id() returns uuid language sql stable
  return nullif(current_setting('app.company_id', true), '')::uuid;
create function app.account_id() returns uuid language sql stable
  return nullif(current_setting('app.account_id', true), '')::uuid;
create function app.is_platform() returns boolean language sql stable
  return coalesce(current_setting('app.platform', true) = 'yes', false);

-- People: one account for a person, whatever the company ----------------------------------------------
create table account (
  id uuid primary key,
  email_address text not null,
  given_name text,
  family_name text,
  is_platform_admin boolean not null default false,
  created_at timestamptz not null default now()
);
create unique index account_email_address on account (lower(email_address));

create table credential (
  account_id uuid primary key references account,
  password_hash text not null,
  failed_attempts int not null default 0,
  locked_until timestamptz,
  changed_at timestamptz not null default now()
);

-- Companies -------------------------------------------------------------------------------------------
create table company (
  id uuid primary key,
  name text not null check (length(name) between 1 and 255),
  subdomain text unique,
  created_at timestamptz not null default now()
);
-- The operator itself: owner of events that belong to no lender, such as a borrower's log-in.
insert into company (id, name) values ('00000000-0000-0000-0000-000000000000', 'Platform');

create table employee (
  company_id uuid not null references company,
  account_id uuid not null references account,
  level text not null check (level in ('OWNER', 'EMPLOYEE')),
  created_at timestamptz not null default now(),
  primary key (company_id, account_id)
);
create index employee_account on employee (account_id);

-- A company's own directory: the people it works with, as it may show them. Kept per company so
-- that no list ever joins across tenants.
create table person (
  company_id uuid not null references company,
  account_id uuid not null references account,
  given_name text,
  family_name text,
  email_address text not null,
  primary key (company_id, account_id)
);

create table session (
  token_hash bytea primary key,
  account_id uuid not null references account,
  company_id uuid references company,
  role_level text not null check (role_level in ('ADMIN', 'LENDER', 'BORROWER', 'APPLICANT', 'CONTACT')),
  -- Changes with the rights behind it: a process that remembers an older one must look again.
  stamp uuid not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  ends_at timestamptz not null,
  check (role_level = 'LENDER' or company_id is null)
);
create index session_account on session (account_id);
create index session_ends on session (ends_at);

-- One effect per key, and the same reply to whoever repeats it.
create table idempotency (
  account_id uuid not null,
  key uuid not null,
  request_hash bytea not null,
  status smallint not null,
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (account_id, key)
);
create index idempotency_created on idempotency (created_at);

-- Loans -----------------------------------------------------------------------------------------------
create table phase (
  company_id uuid not null references company,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  category text not null check (category in ('LEAD', 'ORIGINATION', 'PORTFOLIO', 'ARCHIVE')),
  display_order int not null,
  primary key (company_id, id),
  unique (company_id, id, category)
);

create table phase_total (
  company_id uuid not null,
  phase_id uuid not null,
  loans bigint not null default 0,
  amount numeric(18, 2) not null default 0,
  primary key (company_id, phase_id),
  foreign key (company_id, phase_id) references phase on delete cascade
);

create table loan (
  company_id uuid not null references company,
  id uuid not null,
  short_code text not null,
  name text not null check (length(name) between 1 and 255),
  loan_type text not null,
  loan_purpose text,
  amount numeric(14, 2) check (amount >= 0),
  color text not null default '#FAC014',
  status text not null default 'APPLICATION',
  phase_id uuid not null,
  -- Repeats the phase's category so that one index serves a section of the pipeline in order.
  phase_category text not null,
  phase_entered_at timestamptz not null default now(),
  close_date date,
  files int not null default 0,
  files_answered int not null default 0,
  files_approved int not null default 0,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  modified_by uuid,
  primary key (company_id, id),
  unique (company_id, short_code),
  foreign key (company_id, phase_id, phase_category) references phase (company_id, id, category)
    on update cascade
);
-- Loans without a close date come last, so the index sorts by this rather than by the column.
create function app.close_order(close_date date) returns date language sql immutable
  return coalesce(close_date, 'infinity'::date);
create index loan_pipeline on loan (company_id, phase_category, app.close_order(close_date), id);
create index loan_phase on loan (company_id, phase_id, app.close_order(close_date), id);
create index loan_all on loan (company_id, app.close_order(close_date), id);

create table loan_role (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  account_id uuid not null,
  role text not null check (role in ('UNDERWRITER_LENDER', 'LENDER', 'LEAD_BORROWER', 'BORROWER',
    'PRINCIPAL', 'KEY_CONTACT', 'OTHER')),
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, loan_id, account_id, role),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, account_id) references person (company_id, account_id)
);
create index loan_role_account on loan_role (account_id, company_id, loan_id);

create table loan_pin (
  company_id uuid not null,
  account_id uuid not null,
  loan_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, account_id, loan_id),
  foreign key (company_id, loan_id) references loan
);

-- Documents and what they answer ------------------------------------------------------------------------
create table document (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  name text not null check (length(name) between 1 and 255),
  provider text not null check (provider in ('S3', 'SHAREPOINT')),
  object_key text not null unique,
  size bigint not null check (size > 0),
  -- Written by the scan from the stored bytes, so that corruption is found and a zip needs no pass
  -- of its own over the content.
  sha256 bytea,
  crc32 bigint,
  virus_scan_state text not null default 'PENDING'
    check (virus_scan_state in ('PENDING', 'CLEAN', 'INFECTED', 'ERROR')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, loan_id, id),
  foreign key (company_id, loan_id) references loan,
  check (virus_scan_state <> 'CLEAN' or sha256 is not null)
);

create table element (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  parent_id uuid,
  title text not null check (length(title) between 1 and 255),
  description text,
  storage_type text not null check (storage_type in ('FILE', 'FOLDER')),
  priority_type text not null default 'MEDIUM'
    check (priority_type in ('HIDDEN', 'HIGH', 'LOW', 'MEDIUM', 'PRIVATE', 'URGENT')),
  flags text[] not null default '{}',
  display_order int not null default 1000,
  assigned_to uuid,
  answer_document_id uuid,
  answer_in_progress boolean not null default false,
  answered_at timestamptz,
  answered_by uuid,
  approved_by uuid,
  rejected_by uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, loan_id, id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, loan_id, parent_id) references element (company_id, loan_id, id),
  foreign key (company_id, loan_id, answer_document_id) references document (company_id, loan_id, id),
  check (storage_type = 'FILE' or answer_document_id is null),
  check (approved_by is null or rejected_by is null)
);
create index element_loan on element (company_id, loan_id, parent_id);
create index element_answer on element (company_id, answer_document_id)
  where answer_document_id is not null;

-- Audit and outbox --------------------------------------------------------------------------------------
-- Neither these nor the events refer to company by a foreign key: app.record has checked it, and every
-- write of a company would lock its one row.
create table audit_chain (
  company_id uuid not null,
  chain_id uuid not null,
  length bigint not null,
  head bytea not null,
  primary key (company_id, chain_id)
);

create table audit_entry (
  company_id uuid not null,
  chain_id uuid not null,
  position bigint not null,
  id uuid not null,
  at timestamptz not null,
  actor_id uuid,
  kind text not null,
  loan_id uuid,
  detail jsonb not null,
  hash bytea not null,
  primary key (company_id, chain_id, position)
);

create table event (
  company_id uuid not null,
  id uuid not null,
  -- Which transaction wrote it: readers resume from the oldest one still running, so that an event
  -- that commits late is never skipped.
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  kind text not null,
  loan_id uuid,
  -- Set for what concerns one person only, such as a pin.
  account_id uuid,
  -- Nothing of it reaches people outside the company's staff.
  staff_only boolean not null default false,
  changes text[] not null,
  workflow text,
  input jsonb,
  dispatched_at timestamptz,
  primary key (company_id, id)
);
create index event_xid on event (xid);
create index event_waiting on event (id) where workflow is not null and dispatched_at is null;
