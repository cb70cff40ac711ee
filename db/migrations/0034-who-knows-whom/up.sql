-- Who knows whom outside a company, what a replay of a write may answer, and two rights that were too wide.
set local role cairn_owner;
set local search_path to cairn;

-- The names that somebody outside the company may know: their own, those of the people who hold a role on a loan on which
-- they hold one themselves (in the role they are logged in with), and those of the people who wrote to them or uploaded a
-- file there without a role. Runs as the owner, because the roles themselves are under row security.
create function app.shares_loan(company uuid, person uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return person = app.account_id()
    or exists (
      select from loan_role mine
      join loan_role theirs on theirs.company_id = mine.company_id and theirs.loan_id = mine.loan_id
      where mine.company_id = company and mine.account_id = app.account_id()
        and app.level_of(mine.role) = app.role_level() and theirs.account_id = person)
    or exists (
      select from thread_member mine
      join thread_member theirs on theirs.company_id = mine.company_id and theirs.thread_id = mine.thread_id
      where mine.company_id = company and mine.account_id = app.account_id()
        and theirs.account_id = person and app.holds_role(mine.company_id, mine.loan_id))
    or exists (
      select from loan_role mine
      join document d on d.company_id = mine.company_id and d.loan_id = mine.loan_id
      where mine.company_id = company and mine.account_id = app.account_id()
        and app.level_of(mine.role) = app.role_level() and d.created_by = person);
create index document_uploader on document (company_id, loan_id, created_by);

drop policy seen on person;
create policy seen on person to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.shares_loan(company_id, account_id));
drop policy met on employee_details;
create policy met on employee_details for select to cairn_app
  using (app.shares_loan(company_id, account_id));

-- A kept reply is answered again only to a caller who could still make the call: the same role at the same company, at
-- the same level there, and still on every loan that the call left a record on.
alter table idempotency
  add column logged_level text,
  add column logged_company_id uuid,
  add column employee_level text,
  add column loan_company_ids uuid[] not null default '{}',
  add column loan_ids uuid[] not null default '{}';

create function app.reaches_loan_as(
  company uuid, loan uuid, account uuid, logged_level text, logged_company uuid
) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return logged_level = 'ADMIN' or company is not distinct from logged_company or exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = account
      and app.level_of(r.role) = logged_level);
create function app.employee_level_of(company uuid, account uuid) returns text
  language sql stable security definer set search_path = cairn, pg_temp
  return (select e.level from employee e where e.company_id = company and e.account_id = account);
revoke execute on function app.reaches_loan_as, app.employee_level_of from public;
grant execute on function app.reaches_loan_as, app.employee_level_of to cairn_app;

-- Codes asked for in a browser that the person is known by have a quota of their own: strangers cannot use it up.
alter table confirmation_code add column known_device boolean not null default false;
-- A log-in gives the browser a new token: everybody who is known in it is found by the old one.
create index device_token on device (token_hash);

-- Whether the lender's own people wrote this is a fact of the moment of writing: who leaves the lender later has still
-- written it for the lender.
alter table entity_information add column by_lender boolean not null default false;
update entity_information i set by_lender = true
where exists (select from employee e where e.company_id = i.company_id and e.account_id = i.created_by)
  or exists (select from audit_entry a
    where a.company_id = i.company_id and a.kind = 'employee.removed'
      and a.detail ->> 'employeeId' = i.created_by::text);
create function app.note_lender() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  new.by_lender := exists (
    select from employee e where e.company_id = new.company_id and e.account_id = new.created_by);
  return new;
end $$;
create trigger written_by_lender before insert on entity_information
  for each row execute function app.note_lender();

create or replace function app.may_be_given(company uuid, individual uuid, inviter uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (select from employee e where e.company_id = company and e.account_id = inviter)
    or (not exists (
        select from entity_information i
        where i.company_id = company and i.entity_id = individual and i.by_lender)
      and (select count(*) <= 1 from loan_entity le
        where le.company_id = company and le.entity_id = individual));

-- The application makes nobody an administrator of the platform, or a system account; the operator does, as the owner.
revoke insert, update on account from cairn_app;
grant insert (id, email_address, given_name, family_name, phone) on account to cairn_app;
grant update (given_name, family_name, phone, phone_verified_at, azure_email, default_role_level,
  default_company_id, closed_at) on account to cairn_app;
