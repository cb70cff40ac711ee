-- Loans from templates: what was asked for by which template, and which rule asked for it.
set local role cairn_owner;
set local search_path to cairn;

-- The condition that held when a request was made by itself or from a suggestion, for the lender to read.
alter table element
  add column rule text check (length(rule) between 1 and 4000),
  -- A form or sheet that the template hands out with the request. It is the company's, not the loan's.
  add column form_document_id uuid,
  add foreign key (company_id, form_document_id) references document (company_id, id),
  add check (form_document_id is null or storage_type = 'FILE');
create index element_form on element (company_id, form_document_id) where form_document_id is not null;

-- What a template asked for on a loan, once: the request that came of it, or none where somebody said that
-- it is not needed or deleted it for good. A rule that holds again does not ask again.
create table asked_for (
  company_id uuid not null,
  id uuid not null default uuidv7(),
  loan_id uuid not null,
  template_element_id uuid not null,
  -- Null: about the loan itself.
  entity_id uuid,
  -- Which of several: a year, a month, an owner.
  repeat text not null default '',
  template_id uuid not null,
  -- The version by which the request stands: what it said is compared with what people made of it.
  template_version int not null,
  element_id uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique nulls not distinct (company_id, loan_id, template_element_id, entity_id, repeat),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, entity_id) references entity (company_id, id),
  foreign key (company_id, template_id, template_version) references template_version,
  foreign key (company_id, loan_id, element_id) references element (company_id, loan_id, id)
    on delete set null (element_id)
);
create index asked_for_element on asked_for (company_id, loan_id, element_id)
  where element_id is not null;
create index asked_for_template on asked_for (company_id, template_id, template_version);

-- An entity can have a template of its own; which version of it, like the loan.
alter table loan_entity
  add column template_version int,
  add foreign key (company_id, template_id, template_version) references template_version,
  add check (template_version is null or template_id is not null);

-- A detail field that came from the company's template fields knows which one it is.
alter table loan_detail_field
  add column template_field_id uuid,
  add foreign key (company_id, template_field_id) references template_field (company_id, id)
    on delete set null (template_field_id);
create index loan_detail_field_template on loan_detail_field (company_id, template_field_id)
  where template_field_id is not null;

alter table asked_for enable row level security;
alter table asked_for force row level security;
create policy seen on asked_for to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
grant select, insert, update on asked_for to cairn_app;

-- What is handed out is read by whoever sees the request that it belongs to.
create policy handed_out on document for select to cairn_app
  using (loan_id is null and exists (select from element e
    where e.company_id = document.company_id and e.form_document_id = document.id));

-- Those who lend on a loan bring its details to the template's fields, and so read them.
create policy read on field_set for select to cairn_app using (app.reads_templates(company_id));
create policy read on template_field for select to cairn_app using (app.reads_templates(company_id));
