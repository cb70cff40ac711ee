-- Applications: a loan that somebody asked for, how far that has come, and who said that their own part of it is
-- complete. why.md says why it is shaped like this.
set local role cairn_owner;
set local search_path to cairn;

create table loan_application (
  company_id uuid not null,
  -- An application is a loan in its first state: one id names both.
  loan_id uuid not null,
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'SUBMITTED', 'IN_REVIEW', 'ACCEPTED', 'REJECTED')),
  -- As it was called when it was chosen: people outside the company do not read its templates.
  template_name text not null check (length(template_name) between 1 and 255),
  created_at timestamptz not null default now(),
  created_by uuid not null references account,
  submitted_at timestamptz,
  review_started_at timestamptz,
  response_at timestamptz,
  response_message text check (length(response_message) between 1 and 2000),
  -- Who at the lender takes it further.
  referred_to uuid,
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, referred_to) references person (company_id, account_id),
  check ((state = 'DRAFT') = (submitted_at is null)),
  check ((state in ('DRAFT', 'SUBMITTED')) = (review_started_at is null)),
  check ((state in ('ACCEPTED', 'REJECTED')) = (response_at is not null)),
  check (state <> 'REJECTED' or response_message is not null),
  check (state in ('ACCEPTED', 'REJECTED') or response_message is null),
  check (state = 'ACCEPTED' or referred_to is null)
);
-- One for each list: those that wait, the longest first; those not accepted; all, the newest first.
create index loan_application_open on loan_application (company_id, submitted_at, loan_id)
  where state in ('SUBMITTED', 'IN_REVIEW');
create index loan_application_rejected on loan_application (company_id, response_at, loan_id)
  where state = 'REJECTED';
create index loan_application_all on loan_application (company_id, created_at, loan_id);
-- How many one person has begun at one lender.
create index loan_application_drafts on loan_application (company_id, created_by) where state = 'DRAFT';
create index loan_application_referred on loan_application (company_id, referred_to)
  where referred_to is not null;

-- A person of an application: that they said their information is complete, of which version they said it, and
-- by which invitation they come to sign in.
create table application_person (
  company_id uuid not null,
  loan_id uuid not null,
  entity_id uuid not null,
  own_info_submitted_at timestamptz,
  own_info_version int,
  invitation_id uuid,
  primary key (company_id, loan_id, entity_id),
  foreign key (company_id, loan_id) references loan_application,
  -- Whoever is taken off the loan has said nothing.
  foreign key (company_id, loan_id, entity_id)
    references loan_entity (company_id, loan_id, entity_id) on update cascade on delete cascade,
  foreign key (company_id, entity_id, own_info_version) references entity_information,
  foreign key (company_id, loan_id, invitation_id) references invitation (company_id, loan_id, id),
  check ((own_info_submitted_at is null) = (own_info_version is null))
);
create unique index application_person_invitation
  on application_person (company_id, invitation_id) where invitation_id is not null;

-- Whether somebody else has changed what is known of a person since a version that they said was complete. Runs
-- as the owner: the versions of an individual are its own reader's.
create function app.changed_by_others(company uuid, entity uuid, since int) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from entity_information i join entity e on e.company_id = i.company_id and e.id = i.entity_id
    where i.company_id = company and i.entity_id = entity and i.version > since
      and i.created_by is distinct from e.account_id
  );

-- Whether an individual may become the own one of somebody whom `inviter` asked to sign in: whoever it is reads its
-- identifiers from then on. The lender's word is enough. On a borrower's, nothing of it may have been written by the
-- lender, nor may it be on another loan: an address is quickly changed.
create function app.may_be_given(company uuid, individual uuid, inviter uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (select from employee e where e.company_id = company and e.account_id = inviter)
    or (not exists (
        select from entity_information i
        join employee e on e.company_id = i.company_id and e.account_id = i.created_by
        where i.company_id = company and i.entity_id = individual)
      and (select count(*) <= 1 from loan_entity le
        where le.company_id = company and le.entity_id = individual));

-- Seen like the loan. It is begun in the company's own scope, for whoever begins it has no part there yet; and
-- changed by those who lead or lend. The platform's administrators read.
alter table loan_application enable row level security;
alter table loan_application force row level security;
create policy seen on loan_application for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.holds_role(company_id, loan_id));
create policy begun on loan_application for insert to cairn_app
  with check (company_id = (select app.company_id()));
create policy changed on loan_application for update to cairn_app
  using (company_id = (select app.company_id()) or app.leads_loan(company_id, loan_id));

-- Seen and said like what is known of the person on the loan.
alter table application_person enable row level security;
alter table application_person force row level security;
create policy seen on application_person to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.sees_loan_entity(company_id, loan_id, entity_id));

grant select, insert, update on loan_application, application_person to cairn_app;

-- For the letters, asked by the worker in its company's scope. A new application is told to those who lend on
-- the loan, or to the company's owners where nobody does yet; an answer to those who borrow.
create function app.hear_of_application(loan uuid, news text, but_for uuid) returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    with part as (
      select r.account_id, app.level_of(r.role) as level from loan_role r
      where r.company_id = app.company_id() and r.loan_id = loan),
    concerned as (
      select account_id from part
      where case news when 'SUBMITTED' then level = 'LENDER' else level in ('BORROWER', 'APPLICANT') end
      union
      select e.account_id from employee e
      where news = 'SUBMITTED' and e.company_id = app.company_id() and e.level = 'OWNER'
        and not exists (select from part where level = 'LENDER'))
    select c.account_id from concerned c
    join account a on a.id = c.account_id and not a.is_system and a.closed_at is null
    left join user_settings s on s.account_id = c.account_id
    where c.account_id is distinct from but_for and coalesce(s.send_email_loan_status, true);
  end;
revoke execute on function app.changed_by_others, app.may_be_given, app.hear_of_application from public;
grant execute on function app.changed_by_others, app.may_be_given, app.hear_of_application to cairn_app;
