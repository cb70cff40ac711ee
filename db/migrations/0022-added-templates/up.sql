-- Templates that were added to a loan after the one it was made from: their rules hold for it too.
set local role cairn_owner;
set local search_path to cairn;

create table added_template (
  company_id uuid not null,
  loan_id uuid not null,
  template_id uuid not null,
  -- The version that was added last.
  template_version int not null,
  added_at timestamptz not null default now(),
  primary key (company_id, loan_id, template_id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, template_id, template_version) references template_version
);
create index added_template_version on added_template (company_id, template_id, template_version);

alter table added_template enable row level security;
alter table added_template force row level security;
create policy seen on added_template to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
grant select, insert, update, delete on added_template to cairn_app;
