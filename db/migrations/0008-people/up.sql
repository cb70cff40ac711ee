-- The people of a company: invitations, public details, the secure-upload code, closed accounts.
set local role cairn_owner;
set local search_path to cairn;

-- Closed accounts keep their records. The address is free again: whoever signs up with it later is
-- another account, with none of the old one's roles.
alter table account add column closed_at timestamptz;
drop index account_email_address;
create unique index account_email_address on account (lower(email_address)) where closed_at is null;

alter table employee
  -- By whom anonymous visitors of the secure-upload page were sent: 122 random bits, renewed at will.
  add column unique_code text not null unique default replace(gen_random_uuid()::text, '-', '')
    check (unique_code ~ '^[0-9a-f]{32}$'),
  -- Within this company only: what somebody does elsewhere is none of its business.
  add column last_seen_at timestamptz;

create function app.note_seen() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update employee e set last_seen_at = greatest(e.last_seen_at, new.last_seen_at)
  where e.company_id = new.company_id and e.account_id = new.account_id;
  return null;
end $$;
create trigger seen_at_work after insert or update of last_seen_at, company_id on session
  for each row when (new.company_id is not null) execute function app.note_seen();

-- What a company's borrowers may know of its people. Apart from employee, which they do not see.
create table employee_details (
  company_id uuid not null,
  account_id uuid not null,
  job_title text check (length(job_title) between 1 and 255),
  phone text check (length(phone) between 7 and 32),
  introduction text check (length(introduction) between 1 and 2000),
  modified_at timestamptz not null default now(),
  primary key (company_id, account_id),
  foreign key (company_id, account_id) references employee on delete cascade
);

create function app.add_details() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  insert into employee_details (company_id, account_id) values (new.company_id, new.account_id);
  return null;
end $$;
create trigger details_of_employee after insert on employee
  for each row execute function app.add_details();
insert into employee_details (company_id, account_id) select company_id, account_id from employee;

-- Somebody is asked to join a company, or a loan. Until they accept, the company has an address and
-- the name it knows them by; whether anybody has that address it never learns.
create table invitation (
  company_id uuid not null references company,
  id uuid not null,
  kind text not null check (kind in ('EMPLOYEE', 'LOAN_ROLE')),
  email_address text not null,
  given_name text not null,
  family_name text not null,
  level text check (level in ('OWNER', 'EMPLOYEE')),
  loan_id uuid,
  role text check (role in ('UNDERWRITER_LENDER', 'LENDER', 'LEAD_BORROWER', 'BORROWER',
    'PRINCIPAL', 'KEY_CONTACT', 'OTHER')),
  invited_by uuid not null references account,
  -- In every link that is sent; a newer one makes the links before it void.
  stamp uuid not null,
  sends int not null default 1,
  sent_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references account,
  declined_at timestamptz,
  removed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan,
  check ((kind = 'EMPLOYEE') = (level is not null)),
  check ((kind = 'LOAN_ROLE') = (loan_id is not null)),
  check ((kind = 'LOAN_ROLE') = (role is not null)),
  check ((accepted_at is null) = (accepted_by is null)),
  check (num_nonnulls(accepted_at, declined_at, removed_at) <= 1)
);
-- One that is not over, for one person and one thing.
create unique index invitation_to_company on invitation (company_id, lower(email_address))
  where kind = 'EMPLOYEE' and accepted_at is null and removed_at is null;
create unique index invitation_to_loan on invitation (company_id, loan_id, lower(email_address), role)
  where kind = 'LOAN_ROLE' and accepted_at is null and removed_at is null;
create index invitation_address on invitation (lower(email_address))
  where accepted_at is null and removed_at is null;
create index invitation_sent on invitation (company_id, sent_at);

create function app.own_address() returns text
  language sql stable security definer set search_path = cairn, pg_temp
  return (select lower(email_address) from account where id = app.account_id());

-- Whoever opens a link has no session that could say which company it is about. Tells nothing else.
create function app.company_of_invitation(invitation uuid) returns uuid
  language sql stable security definer set search_path = cairn, pg_temp
  return (select i.company_id from cairn.invitation i where i.id = invitation);
create unique index invitation_id on invitation (id);
revoke execute on function app.company_of_invitation from public;
grant execute on function app.company_of_invitation to cairn_app;

-- The companies (and, for an administrator, the platform) that would be left with nobody to run them
-- if this account were closed. Locks their owners, so that two cannot leave at the same time.
create function app.left_without_owner(leaving uuid) returns setof uuid
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if not (leaving = app.account_id() or app.is_platform()) then
    raise exception 'left_without_owner: not the caller''s' using errcode = 'insufficient_privilege';
  end if;
  perform from employee e
  where e.level = 'OWNER' and e.company_id in (
    select mine.company_id from employee mine where mine.account_id = leaving and mine.level = 'OWNER')
  order by e.company_id, e.account_id for update;
  perform from account a
  where a.is_platform_admin
    and exists (select from account l where l.id = leaving and l.is_platform_admin)
  order by a.id for update;
  return query
    select mine.company_id from employee mine
    where mine.account_id = leaving and mine.level = 'OWNER' and not exists (
      select from employee e join account a on a.id = e.account_id
      where e.company_id = mine.company_id and e.level = 'OWNER' and e.account_id <> leaving
        and a.closed_at is null)
    union all
    select '00000000-0000-0000-0000-000000000000' from account a
    where a.id = leaving and a.is_platform_admin and not exists (
      select from account other
      where other.is_platform_admin and other.id <> leaving and other.closed_at is null);
end $$;
revoke execute on function app.left_without_owner from public;
grant execute on function app.left_without_owner to cairn_app;

create or replace function app.roles_of(account uuid)
  returns table (role_level text, company_id uuid, company_name text, employee_level text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    with open as (
      select a.id, a.is_platform_admin from account a where a.id = account and a.closed_at is null)
    select 'ADMIN', null::uuid, null::text, null::text
    from open where open.is_platform_admin
    union all
    select 'LENDER', e.company_id, c.name, e.level
    from open join employee e on e.account_id = open.id join company c on c.id = e.company_id
    union all
    select distinct app.level_of(r.role), null::uuid, null::text, null::text
    from open join loan_role r on r.account_id = open.id
    where not exists (select from employee e
      where e.account_id = open.id and e.company_id = r.company_id);
  end;

alter table employee_details enable row level security;
alter table employee_details force row level security;
create policy seen on employee_details to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
create policy met on employee_details for select to cairn_app using (app.works_with(company_id));

-- The addressee reads it from anywhere, and changes it only in the company's own scope.
alter table invitation enable row level security;
alter table invitation force row level security;
create policy seen on invitation to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
create policy addressed on invitation for select to cairn_app
  using (lower(email_address) = (select app.own_address()));

grant select, insert, update on invitation to cairn_app;
grant select, update on employee_details to cairn_app;
grant delete on credential to cairn_app;
grant insert, update, delete on employee to cairn_app;
grant insert, update on person to cairn_app;
grant insert, delete on loan_role to cairn_app;
grant insert on company, phase to cairn_app;
