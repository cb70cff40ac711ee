-- Who sees which rows. Three ways in: the platform's administrators, the company's own staff, and
-- people who hold a role on the loan. Everything else is no rows.
set local role cairn_owner;
set local search_path to cairn;

-- Runs as the owner, because the roles themselves are under row security.
create function app.holds_role(company uuid, loan uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = app.account_id()
  );
create function app.works_with(company uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r where r.company_id = company and r.account_id = app.account_id()
  );

-- What a person may log in as, read before there is a session. Runs as the owner for that reason, and
-- tells about one account only.
create function app.roles_of(account uuid)
  returns table (role_level text, company_id uuid, company_name text, employee_level text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select 'ADMIN', null::uuid, null::text, null::text
    from account a where a.id = account and a.is_platform_admin
    union all
    select 'LENDER', e.company_id, c.name, e.level
    from employee e join company c on c.id = e.company_id where e.account_id = account
    union all
    select distinct case
        when r.role in ('UNDERWRITER_LENDER', 'LENDER') then 'LENDER'
        when r.role in ('LEAD_BORROWER', 'BORROWER') then 'BORROWER'
        when r.role = 'PRINCIPAL' then 'APPLICANT'
        else 'CONTACT' end,
      null::uuid, null::text, null::text
    from loan_role r
    where r.account_id = account
      and not exists (select from employee e
        where e.account_id = account and e.company_id = r.company_id);
  end;
revoke execute on function app.roles_of from public;
grant execute on function app.roles_of to cairn_app;

-- How a person stands to a loan, by the roles held on it: LENDS (an underwriter from outside),
-- BORROWS, or TAKES_PART (principals and contacts). Null for everybody else.
create function app.standing_on(company uuid, loan uuid, account uuid) returns text
  language sql stable security definer set search_path = cairn, pg_temp
  return (
    select case
      when bool_or(r.role in ('UNDERWRITER_LENDER', 'LENDER')) then 'LENDS'
      when bool_or(r.role in ('LEAD_BORROWER', 'BORROWER')) then 'BORROWS'
      when count(*) > 0 then 'TAKES_PART' end
    from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = account
  );

-- What people outside the company may know of its requests. Hidden and lender-only ones stay with
-- those who lend, a private one is also the assignee's; who only takes part sees what was asked of
-- them, and the folders around it. Said once, for the policies below and for the queries.
create function app.sees_element(
  standing text, account uuid, storage text, priority text, flags text[], assignee uuid
) returns boolean language sql immutable
  return case standing
    when 'LENDS' then true
    when 'BORROWS' then priority <> 'HIDDEN' and not flags && array['LENDER_ONLY', 'INTERNAL_ONLY']
      and (priority <> 'PRIVATE' or assignee is not distinct from account)
    when 'TAKES_PART' then priority <> 'HIDDEN' and not flags && array['LENDER_ONLY', 'INTERNAL_ONLY']
      and (storage = 'FOLDER' or assignee is not distinct from account)
    else false end;

-- The cheap comparison comes first: for staff, which is the load, no function is called per row.
alter table company enable row level security;
alter table company force row level security;
create policy seen on company to cairn_app
  using (id = (select app.company_id()) or (select app.is_platform()) or app.works_with(id));

alter table employee enable row level security;
alter table employee force row level security;
create policy seen on employee to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

alter table person enable row level security;
alter table person force row level security;
create policy seen on person to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.works_with(company_id));

alter table phase enable row level security;
alter table phase force row level security;
create policy seen on phase to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.works_with(company_id));

alter table phase_total enable row level security;
alter table phase_total force row level security;
create policy seen on phase_total to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

alter table loan enable row level security;
alter table loan force row level security;
create policy seen on loan to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.holds_role(company_id, id));

alter table loan_role enable row level security;
alter table loan_role force row level security;
create policy seen on loan_role to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.holds_role(company_id, loan_id));
create policy relayed on loan_role for select to cairn_relay using (true);

-- A pin is its owner's, on a loan that the owner still sees.
alter table loan_pin enable row level security;
alter table loan_pin force row level security;
create policy seen on loan_pin to cairn_app
  using (account_id = (select app.account_id()) and (company_id = (select app.company_id())
    or (select app.is_platform()) or app.holds_role(company_id, loan_id)));

alter table element enable row level security;
alter table element force row level security;
create policy seen on element to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.sees_element(app.standing_on(company_id, loan_id, (select app.account_id())),
      (select app.account_id()), storage_type, priority_type, flags, assigned_to));

-- Outside the staff, a document is seen by whoever uploaded it and by those who see the request that
-- it answers: the inner query is itself under the policy above.
alter table document enable row level security;
alter table document force row level security;
create policy seen on document to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or (app.holds_role(company_id, loan_id)
      and (created_by = (select app.account_id())
        or exists (
          select from element e
          where e.company_id = document.company_id and e.answer_document_id = document.id
        ))));

alter table audit_chain enable row level security;
alter table audit_chain force row level security;
alter table audit_entry enable row level security;
alter table audit_entry force row level security;
create policy seen on audit_entry for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

-- Events: the application only appends them (app.record); the relay reads and marks them.
alter table event enable row level security;
alter table event force row level security;
create policy relayed on event to cairn_relay using (true);

grant select, insert, update on account, credential to cairn_app;
grant select, insert, update, delete on session, idempotency to cairn_app;
grant select on company, employee, person, phase, phase_total, loan_role, audit_entry to cairn_app;
grant select, insert, update on loan, element, document to cairn_app;
grant select, insert, delete on loan_pin to cairn_app;
grant select on event, loan_role to cairn_relay;
grant update (dispatched_at) on event to cairn_relay;
