-- A document whose bytes are saved anew keeps its earlier ones.
set local role cairn_owner;
set local search_path to cairn;

alter table document
  add column version int not null default 1 check (version > 0),
  -- Who saved the bytes that stand now, and when. Null: nobody since they were brought.
  add column written_by uuid,
  add column written_at timestamptz,
  add check ((written_by is null) = (version = 1) and (written_at is null) = (version = 1));

create table document_version (
  company_id uuid not null,
  document_id uuid not null,
  version int not null check (version > 0),
  loan_id uuid not null,
  name text not null,
  object_key text not null,
  size bigint not null,
  sha256 bytea,
  crc32 bigint,
  virus_scan_state text not null
    check (virus_scan_state in ('PENDING', 'CLEAN', 'INFECTED', 'ERROR')),
  written_by uuid not null,
  written_at timestamptz not null,
  replaced_by uuid not null,
  replaced_at timestamptz not null default now(),
  primary key (company_id, document_id, version),
  foreign key (company_id, loan_id, document_id) references document (company_id, loan_id, id)
);
create index document_version_object on document_version (object_key);

-- Those who lend know what a file was before; whoever saves over it leaves it behind.
alter table document_version enable row level security;
alter table document_version force row level security;
create policy seen on document_version for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
create policy left_behind on document_version for insert to cairn_app
  with check (company_id = (select app.company_id()) or (select app.is_platform())
    or app.holds_role(company_id, loan_id));
grant select, insert on document_version to cairn_app;

-- Whoever changes a file changes it everywhere. How many requests it answers counts those, too, that the
-- one who asks does not see; and it is told of no file that they do not see.
create function app.requests_answered_by(company uuid, document uuid) returns int
  language sql stable security definer set search_path = cairn, pg_temp
  return (
    select count(*)::int from element e
    where e.company_id = company and e.answer_document_id = document
  );
-- Bytes that were sent once are saved once.
create function app.is_taken(key text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (select from document d where d.object_key = key)
    or exists (select from document_version v where v.object_key = key);
