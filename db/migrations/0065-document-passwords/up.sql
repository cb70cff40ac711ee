-- Passwords of locked PDFs on their way to the worker. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table document drop constraint document_scan_reason_check;
alter table document add constraint document_scan_reason_check check (scan_reason in
  ('VIRUS', 'TYPE_NOT_ALLOWED', 'TYPE_MISMATCH', 'ENCRYPTED', 'WRONG_PASSWORD', 'TOO_COMPLEX', 'DAMAGED'));

create table document_password (
  company_id uuid not null,
  document_id uuid not null,
  version int not null,
  -- With a key made from SECRET_KEY, which the database does not have; the row is part of what is authenticated.
  sealed bytea not null,
  created_at timestamptz not null default now(),
  primary key (company_id, document_id),
  foreign key (company_id, document_id) references document on delete cascade
);
alter table document_password enable row level security;
alter table document_password force row level security;

-- The caller has checked that the person may unlock the document. What was not fetched in time goes, of all companies.
create function app.keep_document_password(p_company uuid, p_document uuid, p_version int, p_sealed bytea) returns void
  language sql security definer set search_path = cairn, pg_temp
begin atomic
  delete from document_password where created_at < now() - interval '10 minutes';
  insert into document_password (company_id, document_id, version, sealed)
  values (p_company, p_document, p_version, p_sealed)
  on conflict (company_id, document_id) do update
    set version = excluded.version, sealed = excluded.sealed, created_at = now();
end;

-- For the worker, once: it is gone before it is used.
create function app.take_document_password(p_document uuid, p_version int) returns bytea
  language sql security definer set search_path = cairn, pg_temp
begin atomic
  with taken as (
    delete from document_password p
    where p.company_id = app.company_id() and p.document_id = p_document and app.account_id() is null
    returning p.version, p.sealed, p.created_at
  )
  select sealed from taken where version = p_version and created_at > now() - interval '10 minutes';
end;

revoke execute on function app.keep_document_password, app.take_document_password from public;
grant execute on function app.keep_document_password, app.take_document_password to cairn_app;
