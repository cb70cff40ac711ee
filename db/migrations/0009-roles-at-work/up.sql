-- Somebody who comes to work for the company they borrow from goes on borrowing.
set local role cairn_owner;
set local search_path to cairn;

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
    where not (app.level_of(r.role) = 'LENDER' and exists (select from employee e
      where e.account_id = open.id and e.company_id = r.company_id));
  end;
