-- Credit checks of the people and businesses of a loan, and drafts of adverse-action notices. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table credit_run (
  company_id uuid not null,
  id uuid not null default uuidv7() unique,
  loan_id uuid not null,
  entity_id uuid not null,
  service text not null check (service in ('CLEAR_BUSINESS', 'CLEAR_INDIVIDUAL', 'TRANSUNION')),
  state text not null default 'SCHEDULED' check (state in ('SCHEDULED', 'RUNNING', 'DONE', 'FAILED')),
  -- Null: started by the submission of the application.
  scheduled_by uuid references account,
  -- The consent that the run relies on, as it was then. None is needed for a business.
  consent_account_id uuid references account,
  consent_version text check (length(consent_version) between 1 and 32),
  consent_at timestamptz,
  -- Of the person, from the score of the report.
  credit_tier text check (credit_tier in ('POOR', 'FAIR', 'GOOD', 'VERY_GOOD', 'EXCELLENT')),
  -- How many quick flags are raised.
  flags int check (flags between 0 and 100),
  -- Code of the reason, never a text of the bureau.
  failure text check (length(failure) between 1 and 40),
  -- The report, with the company's key.
  sealed bytea check (length(sealed) <= 1048576),
  key_generation int,
  scheduled_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan on delete cascade,
  foreign key (company_id, entity_id) references entity on delete cascade,
  check ((state = 'DONE') = (sealed is not null)),
  check ((sealed is null) = (key_generation is null)),
  check ((state = 'FAILED') = (failure is not null)),
  check ((state in ('DONE', 'FAILED')) = (finished_at is not null)),
  check (service = 'CLEAR_BUSINESS' or consent_at is not null),
  check ((consent_at is null) = (consent_version is null) and (consent_at is null) = (consent_account_id is null))
);
create index credit_run_loan on credit_run (company_id, loan_id, entity_id, service, id desc);
create index credit_run_entity on credit_run (company_id, entity_id);
-- One at a time, however many people press the button.
create unique index credit_run_open on credit_run (company_id, loan_id, entity_id, service)
  where state in ('SCHEDULED', 'RUNNING');

create table adverse_action_notice (
  company_id uuid not null,
  loan_id uuid not null,
  entity_id uuid not null,
  reasons text[] not null check (cardinality(reasons) between 1 and 4),
  body text not null check (length(body) between 1 and 20000),
  modified_by uuid not null references account,
  modified_at timestamptz not null default now(),
  primary key (company_id, loan_id, entity_id),
  foreign key (company_id, loan_id) references loan on delete cascade,
  foreign key (company_id, entity_id) references entity on delete cascade
);
create index adverse_action_notice_entity on adverse_action_notice (company_id, entity_id);

alter table credit_run enable row level security;
alter table credit_run force row level security;
alter table adverse_action_notice enable row level security;
alter table adverse_action_notice force row level security;

-- The lender's side of a loan, without the operator: nobody else has a permissible purpose.
create policy lender on credit_run to cairn_app
  using (company_id = (select app.company_id())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)));
create policy lender on adverse_action_notice to cairn_app
  using (company_id = (select app.company_id())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)));
grant select, insert on credit_run to cairn_app;
grant update (state, failure, credit_tier, flags, sealed, key_generation, started_at, finished_at)
  on credit_run to cairn_app;
grant select, insert, update (reasons, body, modified_by, modified_at) on adverse_action_notice to cairn_app;

-- The consent of the person who an individual is. Consents are each person's own row; a lender learns of one through
-- an individual of a loan that it sees.
create function app.credit_consent_of(company uuid, entity_id uuid, text_version text,
    out account_id uuid, out given_at timestamptz)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select e.account_id, c.given_at from entity e
    join credit_consent c on c.account_id = e.account_id
    where e.company_id = company and e.id = credit_consent_of.entity_id
      and c.version = text_version;
  end;

-- Loans with a submitted application on which a person is an individual that no bureau was asked about.
create function app.credit_runs_due(person uuid)
  returns table (company_id uuid, loan_id uuid, entity_id uuid)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select le.company_id, le.loan_id, le.entity_id from entity e
    join loan_entity le on le.company_id = e.company_id and le.entity_id = e.id
    join loan_application a on a.company_id = le.company_id and a.loan_id = le.loan_id
    where e.account_id = person and e.kind = 'INDIVIDUAL' and a.state in ('SUBMITTED', 'IN_REVIEW')
      and not exists (select from credit_run r where r.company_id = le.company_id
        and r.loan_id = le.loan_id and r.entity_id = le.entity_id and r.service = 'TRANSUNION');
  end;

revoke execute on function app.credit_consent_of, app.credit_runs_due from public;
grant execute on function app.credit_consent_of, app.credit_runs_due to cairn_app;
