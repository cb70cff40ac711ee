-- What a person keeps for themselves: phone, default role, notification settings, interface
-- preferences. And rights by the logged role alone, now that one person can change between several.
set local role cairn_owner;
set local search_path to cairn;

alter table account
  add column phone text check (length(phone) between 7 and 32),
  -- Accounts that the operator's own machinery uses: left out of counts of people.
  add column is_system boolean not null default false,
  -- Where a log-in starts, if the role is still held then.
  add column default_role_level text
    check (default_role_level in ('ADMIN', 'LENDER', 'BORROWER', 'APPLICANT', 'CONTACT')),
  add column default_company_id uuid references company,
  add check (default_role_level = 'LENDER' or default_company_id is null);
create index account_system on account (id) where is_system;

create table user_settings (
  account_id uuid primary key references account,
  send_email_add_remove_user boolean not null default true,
  send_email_app_message boolean not null default true,
  send_email_loan_status boolean not null default true,
  send_text_add_remove_user boolean not null default true,
  send_text_app_message boolean not null default true,
  send_text_loan_status boolean not null default true,
  agreed_to_tos boolean not null default false,
  -- Null: wherever the browser is.
  timezone_id text check (length(timezone_id) between 1 and 64),
  modified_at timestamptz not null default now()
);

-- Values are URL-encoded JSON, as the calls have them: the database never looks inside.
create table user_preference (
  account_id uuid not null references account,
  key text not null check (key ~ '^[A-Za-z][A-Za-z0-9._-]{0,63}$'),
  value text not null check (length(value) <= 8192),
  modified_at timestamptz not null default now(),
  primary key (account_id, key)
);

-- Nobody but the person: not their company, not the platform's administrators.
alter table user_settings enable row level security;
alter table user_settings force row level security;
create policy own on user_settings to cairn_app using (account_id = (select app.account_id()));
alter table user_preference enable row level security;
alter table user_preference force row level security;
create policy own on user_preference to cairn_app using (account_id = (select app.account_id()));

grant select, insert, update on user_settings, user_preference to cairn_app;

-- A person's new name, in the directory of every company that lists them. The caller's own name and
-- no other: whose it is comes from the session, not from a parameter.
create function app.rename_self(given text, family text) returns void
  language sql security definer set search_path = cairn, pg_temp
  begin atomic
    update person set given_name = given, family_name = family
    where account_id = app.account_id();
  end;
revoke execute on function app.rename_self from public;
grant execute on function app.rename_self to cairn_app;

-- Rights come from the logged role: somebody who lends at one company and borrows at another sees,
-- while logged in as a borrower, only the loans on which they borrow.
create function app.role_level() returns text language sql stable
  return nullif(current_setting('app.role_level', true), '');
create function app.level_of(loan_role text) returns text language sql immutable
  return case
    when loan_role in ('UNDERWRITER_LENDER', 'LENDER') then 'LENDER'
    when loan_role in ('LEAD_BORROWER', 'BORROWER') then 'BORROWER'
    when loan_role = 'PRINCIPAL' then 'APPLICANT'
    else 'CONTACT' end;

create or replace function app.holds_role(company uuid, loan uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = app.account_id()
      and app.level_of(r.role) = app.role_level()
  );
create or replace function app.works_with(company uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and r.account_id = app.account_id()
      and app.level_of(r.role) = app.role_level()
  );
create or replace function app.standing_on(company uuid, loan uuid, account uuid) returns text
  language sql stable security definer set search_path = cairn, pg_temp
  return (
    select case app.role_level()
      when 'LENDER' then 'LENDS'
      when 'BORROWER' then 'BORROWS'
      else 'TAKES_PART' end
    from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = account
      and app.level_of(r.role) = app.role_level()
    limit 1
  );
