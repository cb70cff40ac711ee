-- Facts that requests of a loan wait for, asked as one question each, with the answer. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table loan_fact (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  loan_id uuid not null,
  -- Null: about the loan itself.
  entity_id uuid,
  fact text not null check (fact in
    ('loan.hasConstruction', 'loan.isChangeOfOwnership', 'loan.isFranchise', 'entity.isStartup')),
  -- How many requests waited for it when it was asked.
  requests int not null check (requests >= 0),
  -- Null: not answered, or taken back.
  answer boolean,
  answered_by uuid references account,
  answered_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique nulls not distinct (company_id, loan_id, entity_id, fact),
  foreign key (company_id, loan_id) references loan on delete cascade,
  foreign key (company_id, entity_id) references entity (company_id, id) on delete cascade,
  check ((fact like 'entity.%') = (entity_id is not null)),
  check ((answered_by is null) = (answered_at is null)),
  check (answer is null or answered_by is not null)
);
create index loan_fact_entity on loan_fact (company_id, entity_id) where entity_id is not null;

alter table loan_fact enable row level security;
alter table loan_fact force row level security;
-- Which questions there are is the template's matter, and so the lender's.
create policy kept on loan_fact to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
-- The lead borrower reads and answers them.
create policy read on loan_fact for select to cairn_app using (app.leads_loan(company_id, loan_id));
create policy answered on loan_fact for update to cairn_app using (app.leads_loan(company_id, loan_id));
grant select, insert, delete on loan_fact to cairn_app;
grant update (requests, answer, answered_by, answered_at) on loan_fact to cairn_app;

-- A request that a rule added is forgotten with the answer it followed from, so that another answer can add it again.
grant delete on asked_for to cairn_app;
