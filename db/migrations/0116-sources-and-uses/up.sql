-- Sources and uses of a loan, and the rows that a company's new sheets start from. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table sources_uses (
  company_id uuid not null,
  loan_id uuid not null,
  -- Compared with the version that a save was based on.
  version int not null default 1 check (version > 0),
  sheet jsonb not null check (octet_length(sheet::text) <= 65536),
  modified_by uuid not null references account,
  modified_at timestamptz not null default now(),
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan on delete cascade
);
create table sources_uses_template (
  company_id uuid primary key references company,
  -- Names alone: amounts belong to a loan.
  sheet jsonb not null check (octet_length(sheet::text) <= 65536),
  modified_by uuid not null references account,
  modified_at timestamptz not null default now()
);

alter table sources_uses enable row level security;
alter table sources_uses force row level security;
alter table sources_uses_template enable row level security;
alter table sources_uses_template force row level security;

-- The lender's side of a loan: its company's employees, and underwriters from outside on their own loans.
create policy seen on sources_uses for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)));
create policy written on sources_uses for insert to cairn_app
  with check (modified_by = (select app.account_id())
    and (company_id = (select app.company_id())
      or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id))));
create policy changed on sources_uses for update to cairn_app
  using (company_id = (select app.company_id())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)))
  with check (modified_by = (select app.account_id()));
create policy own on sources_uses_template to cairn_app
  using (company_id = (select app.company_id()))
  with check (company_id = (select app.company_id()) and modified_by = (select app.account_id()));
grant select, insert, update (version, sheet, modified_by, modified_at) on sources_uses to cairn_app;
grant select, insert, update (sheet, modified_by, modified_at) on sources_uses_template to cairn_app;

-- The starting rows for a loan that the caller sees, for underwriters from outside too.
create function app.sources_uses_template_of(company uuid) returns jsonb
  language sql stable security definer set search_path = cairn, pg_temp
  return (select t.sheet from sources_uses_template t where t.company_id = company);
revoke execute on function app.sources_uses_template_of from public;
grant execute on function app.sources_uses_template_of to cairn_app;
