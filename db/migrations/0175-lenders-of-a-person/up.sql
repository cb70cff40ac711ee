-- The lenders at which a person has loans without working for them: another cell names them when that person changes roles.
set local role cairn_owner;
set local search_path to cairn;

create function app.lenders_of(account uuid)
  returns table (role_level text, company_id uuid, company_name text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select distinct app.level_of(r.role), c.id, c.name
    from account a join loan_role r on r.account_id = a.id join company c on c.id = r.company_id
    where a.id = account and a.closed_at is null
      and not (app.level_of(r.role) = 'LENDER' and exists (select from employee e
        where e.account_id = a.id and e.company_id = r.company_id))
    order by 3, 2;
  end;
revoke execute on function app.lenders_of from public;
grant execute on function app.lenders_of to cairn_app;
