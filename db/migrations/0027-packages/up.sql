-- A loan's package as files: what was made, for whose eyes, and the PDF of each document.
set local role cairn_owner;
set local search_path to cairn;

-- One file for all who see exactly the same. The fingerprint says what that is.
create table package_file (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  loan_id uuid not null,
  kind text not null check (kind in ('ZIP', 'PDF', 'ZIP_PDF')),
  fingerprint bytea not null check (length(fingerprint) = 32),
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'RUNNING', 'READY', 'FAILED', 'EXPIRED')),
  -- Which documents, in which folders, under which titles.
  plan jsonb not null,
  -- What is not in it, and why.
  left_out jsonb not null default '[]',
  percent int not null default 0 check (percent between 0 and 100),
  asked_by uuid not null,
  asked_at timestamptz not null default now(),
  -- A sign of life of whoever makes it.
  touched_at timestamptz not null default now(),
  object_key text,
  -- The parts that are in the store already are not sent twice.
  upload_id text,
  size bigint,
  made_at timestamptz,
  primary key (company_id, id),
  unique (company_id, loan_id, kind, fingerprint),
  foreign key (company_id, loan_id) references loan,
  check (state <> 'READY' or (object_key is not null and size > 0 and made_at is not null))
);

-- Who asked for what they saw. The latest row of a person says whether their file is out of date.
create table package_asker (
  company_id uuid not null,
  loan_id uuid not null,
  account_id uuid not null,
  fingerprint bytea not null,
  asked_at timestamptz not null default now(),
  primary key (company_id, loan_id, account_id, fingerprint),
  foreign key (company_id, loan_id) references loan
);

-- The PDF of a document's bytes, made once; or why there is none.
create table document_pdf (
  company_id uuid not null,
  document_id uuid not null,
  version int not null,
  refused text check (refused in ('UNSUPPORTED', 'PASSWORD', 'DAMAGED', 'TOO_LARGE')),
  -- Null: the document itself is one.
  object_key text,
  size bigint,
  sha256 bytea,
  crc32 bigint,
  pages int check (pages > 0),
  made_at timestamptz not null default now(),
  primary key (company_id, document_id, version),
  foreign key (company_id, document_id) references document (company_id, id),
  check ((refused is null) = (pages is not null)),
  check (object_key is null or (size is not null and sha256 is not null and crc32 is not null))
);

alter table package_asker enable row level security;
alter table package_asker force row level security;
create policy seen on package_asker to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or (account_id = (select app.account_id()) and app.holds_role(company_id, loan_id)));

-- From outside the company, only what one has asked for oneself: titles that others see stand in the plan.
alter table package_file enable row level security;
alter table package_file force row level security;
create policy seen on package_file to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or (app.holds_role(company_id, loan_id) and exists (
      select from package_asker a
      where a.company_id = package_file.company_id and a.loan_id = package_file.loan_id
        and a.account_id = (select app.account_id()) and a.fingerprint = package_file.fingerprint)));

alter table document_pdf enable row level security;
alter table document_pdf force row level security;
create policy seen on document_pdf to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

grant select, insert, update on package_file, package_asker, document_pdf to cairn_app;
