-- The maintenance window, labels on people's loan roles, and an audit log that can be searched.
set local role cairn_owner;
set local search_path to cairn;

-- The maintenance window --------------------------------------------------------------------------------
-- The operator's, hence of no company, and there is one at a time.
create table maintenance_window (
  single boolean primary key default true check (single),
  start_at timestamptz not null,
  end_at timestamptz not null,
  set_by uuid not null references account,
  set_at timestamptz not null default now(),
  check (end_at > start_at)
);
-- Everybody is to know of it, also who is not signed in; administrators alone change it.
alter table maintenance_window enable row level security;
alter table maintenance_window force row level security;
create policy seen on maintenance_window for select to cairn_app using (true);
create policy changed on maintenance_window to cairn_app using ((select app.is_platform()));
grant select, insert, update, delete on maintenance_window to cairn_app;

-- Labels ------------------------------------------------------------------------------------------------
create table label (
  company_id uuid not null references company,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  color text not null check (color ~ '^#[0-9A-F]{6}$'),
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
-- "Rush" and "rush" would be one label to everybody who reads them.
create unique index label_name on label (company_id, lower(name));

alter table loan_role add unique (company_id, loan_id, id);
create table loan_role_label (
  company_id uuid not null,
  loan_id uuid not null,
  loan_role_id uuid not null,
  label_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, loan_role_id, label_id),
  foreign key (company_id, loan_id, loan_role_id) references loan_role (company_id, loan_id, id)
    on delete cascade,
  foreign key (company_id, label_id) references label on delete cascade
);
create index loan_role_label_label on loan_role_label (company_id, label_id);

-- Who reads the labels of a loan without working for the company: those who lend on it, and the lead
-- borrower. Runs as the owner, because the roles themselves are under row security.
create function app.reads_labels(company uuid, loan uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and (loan is null or r.loan_id = loan)
      and r.account_id = app.account_id()
      and r.role in ('UNDERWRITER_LENDER', 'LENDER', 'LEAD_BORROWER')
      and app.level_of(r.role) = app.role_level()
  );

alter table label enable row level security;
alter table label force row level security;
create policy seen on label for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.reads_labels(company_id, null));
create policy changed on label to cairn_app using ((select app.is_platform()));

alter table loan_role_label enable row level security;
alter table loan_role_label force row level security;
create policy seen on loan_role_label for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.reads_labels(company_id, loan_id));
create policy changed on loan_role_label to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or (app.role_level() = 'LENDER' and app.holds_role(company_id, loan_id)));

grant select, insert, update, delete on label to cairn_app;
grant select, insert, delete on loan_role_label to cairn_app;

-- The audit log -----------------------------------------------------------------------------------------
-- By time, by person and by kind. What concerns one loan is one chain, which the primary key has.
create index audit_entry_at on audit_entry (company_id, at, id);
create index audit_entry_actor on audit_entry (company_id, actor_id, at, id);
create index audit_entry_kind on audit_entry (company_id, kind, at, id);

-- Whether a chain is as it was written: how many entries it has, and the first that does not follow from
-- the one before it, if any. A last entry that is not the head means that some were cut off after it.
-- Runs as the owner, because nobody else reads the heads.
create function app.verify_chain(p_company uuid, p_chain uuid)
  returns table (entries bigint, broken_at bigint)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    with walked as (
      select e.*, lag(e.hash, 1, '\x'::bytea) over (order by e.position) as previous,
        row_number() over (order by e.position) as counted
      from audit_entry e where e.company_id = p_company and e.chain_id = p_chain
    ), found as (
      select count(*) as entries, coalesce(max(position), 0) as last,
        min(counted) filter (where position <> counted or hash <> app.audit_hash(
          previous, position, id, at, actor_id, kind, loan_id, detail)) as broken_at
      from walked
    ), head as (
      select c.length, c.head from audit_chain c
      where c.company_id = p_company and c.chain_id = p_chain
    )
    select found.entries, coalesce(found.broken_at, case
      when coalesce((select length from head), 0) <> found.last then found.last + 1
      when found.last > 0 and (select head from head) is distinct from
        (select hash from walked where position = found.last) then found.last end)
    from found
    where p_company = app.company_id() or app.is_platform();
  end;
revoke execute on function app.verify_chain from public;
grant execute on function app.verify_chain to cairn_app;
