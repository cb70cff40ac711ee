-- Which elements a caller outside the company sees, with the caller's roles read once for a statement instead of once for
-- each element. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- The loans on which a person has a role of the level that they are logged in with. Runs as the owner, because the roles
-- themselves are under row security.
create function app.loans_held(account uuid) returns table (company_id uuid, loan_id uuid)
  language sql stable security definer rows 20 set search_path = cairn, pg_temp
  begin atomic
    select r.company_id, r.loan_id from loan_role r
    where r.account_id = loans_held.account and app.level_of(r.role) = app.role_level();
  end;
revoke execute on function app.loans_held from public;
grant execute on function app.loans_held to cairn_app;

-- The rule of 0047, for a loan on which the account has a role or has none. Everything that is passed twice must be cheap,
-- so that Postgres puts the expression in the place of the call.
create function app.sees_element(is_held boolean, account uuid, e element) returns boolean
  language sql stable
  return case when is_held
    then case app.role_level()
      when 'LENDER' then true
      when 'BORROWER' then not (e).kept and not (e).hollow
        and (not (e).private or (e).private_to is not distinct from account
          or account = any((e).shared_with))
        and (not (e).in_trash or (e).created_by is not distinct from account)
      else not (e).kept and not (e).hollow
        and (not (e).private or (e).private_to is not distinct from account
          or account = any((e).shared_with))
        and (not (e).in_trash or (e).created_by is not distinct from account)
        and ((e).storage_type = 'FOLDER' or (e).assigned_to is not distinct from account
          or account = any((e).shared_with)
          or (app.role_level() = 'APPLICANT'
            and app.is_own_entity((e).company_id, (e).sherpa_entity_id, account))) end
    else not (e).kept and not (e).hollow and not (e).private and not (e).in_trash
      and app.shared_with_me((e).company_id, (e).shared_to) end;

-- For one element, by the role on its loan.
create or replace function app.sees_element(account uuid, e element) returns boolean
  language sql stable
  return app.sees_element(
    app.standing_on((e).company_id, (e).loan_id, account) is not null, account, e);

drop policy seen on element;
create policy seen on element to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.sees_element(
      (company_id, loan_id) in (
        select h.company_id, h.loan_id from app.loans_held((select app.account_id())) h),
      app.account_id(), element));
