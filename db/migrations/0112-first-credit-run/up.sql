set local role cairn_owner;
set local search_path to cairn;

-- Whether the first run of a person on a loan was started, or need not be: a report that an application started less than
-- 30 days ago is enough.
create function app.has_first_credit_run(company uuid, loan uuid, person uuid) returns boolean
  language sql stable set search_path = cairn, pg_temp
  return exists (select from credit_run r
    where r.company_id = company and r.entity_id = person and r.service = 'TRANSUNION'
      and (r.loan_id = loan or (r.scheduled_by is null and r.scheduled_at > now() - interval '30 days')));

-- Loans with a submitted application on which a person is an individual whose first run is still to be started.
create or replace function app.credit_runs_due(person uuid)
  returns table (company_id uuid, loan_id uuid, entity_id uuid)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select le.company_id, le.loan_id, le.entity_id from entity e
    join loan_entity le on le.company_id = e.company_id and le.entity_id = e.id
    join loan_application a on a.company_id = le.company_id and a.loan_id = le.loan_id
    where e.account_id = person and e.kind = 'INDIVIDUAL' and a.state in ('SUBMITTED', 'IN_REVIEW')
      and not app.has_first_credit_run(le.company_id, le.loan_id, le.entity_id);
  end;

revoke execute on function app.has_first_credit_run from public;
grant execute on function app.has_first_credit_run to cairn_app;
