-- Downloads of a selection of a package or of the shoebox, made as files like a package. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table download_job (
  company_id uuid not null,
  id uuid not null default uuidv7() unique,
  account_id uuid not null references account,
  -- Null: of the shoebox.
  loan_id uuid,
  -- What was selected: elements of the loan, or items of the shoebox.
  item_ids uuid[] not null check (cardinality(item_ids) between 1 and 500),
  fingerprint bytea not null check (length(fingerprint) = 32),
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan
);
-- The same selection once: asked for again, it is the same job.
create unique index download_job_selection
  on download_job (account_id, company_id, loan_id, fingerprint) nulls not distinct
  where removed_at is null;
create index download_job_account on download_job (account_id, created_at desc);

alter table package_file
  alter column loan_id drop not null,
  add column job_id uuid,
  add foreign key (company_id, job_id) references download_job,
  add check (loan_id is not null or job_id is not null);
-- A job's files are its own: they are removed with it, and only the person who asked is served them.
alter table package_file drop constraint package_file_company_id_loan_id_kind_fingerprint_key;
create unique index package_file_of_package on package_file (company_id, loan_id, kind, fingerprint)
  where job_id is null;
create unique index package_file_of_job on package_file (company_id, job_id, kind)
  where job_id is not null;

-- Its owner, while they have a role on the loan; the worker, which has no account.
alter table download_job enable row level security;
alter table download_job force row level security;
create policy seen on download_job to cairn_app
  using ((company_id = (select app.company_id()) and (select app.account_id()) is null)
    or (account_id = (select app.account_id())
      and (loan_id is null or company_id = (select app.company_id()) or (select app.is_platform())
        or app.holds_role(company_id, loan_id))));

alter policy seen on package_file
  using (case
    when job_id is not null then exists (
      select from download_job j
      where j.company_id = package_file.company_id and j.id = package_file.job_id)
    else company_id = (select app.company_id()) or (select app.is_platform())
      or (app.holds_role(company_id, loan_id) and exists (
        select from package_asker a
        where a.company_id = package_file.company_id and a.loan_id = package_file.loan_id
          and a.account_id = (select app.account_id()) and a.fingerprint = package_file.fingerprint))
    end);

grant select, insert, update on download_job to cairn_app;
