-- A loan member becomes the individual that the lender entered with their email address.
set local role cairn_owner;
set local search_path to cairn;

-- The member who claims it reads its identifiers: the address must have been written by the lender, unless nothing of the
-- individual was. Two individuals with one address are not claimed: a person has to decide.
create function app.claim_individual(company uuid, loan uuid, account uuid)
  returns table (id uuid, name text)
  language sql volatile security definer set search_path = cairn, pg_temp
  begin atomic
    with unclaimed as (
      select e.id, count(*) over () as found from loan_entity le
      join entity e on e.company_id = le.company_id and e.id = le.entity_id
      join entity_information i
        on i.company_id = e.company_id and i.entity_id = e.id and i.version = e.version
      join account a on a.id = account
      join loan_role r on r.company_id = le.company_id and r.loan_id = le.loan_id
        and r.account_id = a.id and app.level_of(r.role) in ('BORROWER', 'APPLICANT')
      where le.company_id = company and le.loan_id = loan
        and (company = app.company_id() or account = app.account_id())
        and e.kind = 'INDIVIDUAL' and e.account_id is null
        and lower(i.fields ->> 'emailAddress') = lower(a.email_address)
        and app.may_be_given(company, e.id, (
          select s.created_by from entity_information s
          where s.company_id = e.company_id and s.entity_id = e.id
            and 'emailAddress' = any (s.changed)
          order by s.version desc limit 1))
    )
    update entity e set account_id = account, modified_at = now(), modified_by = account
    from unclaimed
    where e.company_id = company and e.id = unclaimed.id and unclaimed.found = 1
      and e.account_id is null
      and not exists (
        select from entity own where own.company_id = company and own.account_id = account)
    returning e.id, e.name;
  end;
revoke execute on function app.claim_individual from public;
grant execute on function app.claim_individual to cairn_app;
