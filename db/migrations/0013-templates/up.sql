-- Templates: what a lender asks for, as a tree, drafted and published in versions; and template fields.
set local role cairn_owner;
set local search_path to cairn;

-- A company's templates are read by its own people, by those who lend with it on a loan, and by the
-- platform's administrators; written by its own people and the administrators alone.
create function app.reads_templates(company uuid) returns boolean language sql stable
  return company = app.company_id() or app.is_platform()
    or (app.role_level() = 'LENDER' and app.works_with(company));

create table template (
  company_id uuid not null references company,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  -- What it is applied to: a whole loan, or one kind of entity.
  block_type text not null
    check (block_type in ('LOAN', 'COMPANY', 'INDIVIDUAL', 'TRUST', 'ASSET')),
  loan_type text,
  entity_type text,
  -- Which template of the starter library it was adopted from.
  library_key text,
  -- Counts every change of the draft; an element carries the number of the change that made it so.
  revision bigint not null default 1,
  published_version int not null default 0,
  published_revision bigint not null default 0,
  -- Kept by the writes.
  elements int not null default 0,
  files int not null default 0,
  trashed_at timestamptz,
  created_at timestamptz not null default now(),
  created_by uuid,
  modified_at timestamptz not null default now(),
  modified_by uuid,
  primary key (company_id, id)
);

create table template_version (
  company_id uuid not null,
  template_id uuid not null,
  version int not null check (version >= 0),
  name text not null,
  loan_type text,
  entity_type text,
  note text,
  elements int not null,
  files int not null,
  published_at timestamptz not null default now(),
  published_by uuid,
  primary key (company_id, template_id, version),
  foreign key (company_id, template_id) references template on delete cascade
);

-- Version 0 is the draft; the others are copies of it that nobody changes. An element keeps its id
-- from version to version, so that two versions can be compared.
create table template_element (
  company_id uuid not null,
  template_id uuid not null,
  version int not null default 0,
  id uuid not null,
  parent_id uuid,
  -- Between two neighbours there is nearly always room: a move changes one row.
  position double precision not null,
  block_type text not null
    check (block_type in ('LOAN', 'COMPANY', 'INDIVIDUAL', 'TRUST', 'ASSET')),
  storage_type text not null check (storage_type in ('FILE', 'FOLDER')),
  -- What answers it: a file, or a value given in place. Null for a folder.
  answer_type text check (answer_type in
    ('DOCUMENT', 'TEXT', 'NUMBER', 'DATE', 'CHOICE', 'ADDRESS', 'YES_NO')),
  choices text[] not null default '{}',
  title text not null check (length(title) between 1 and 255),
  naming_strategy text not null default 'TITLE'
    check (naming_strategy in ('TITLE', 'ENTITY_TITLE', 'TITLE_ENTITY', 'TITLE_YEAR')),
  description text check (length(description) <= 2000),
  include_description boolean not null default true,
  priority_type text not null default 'MEDIUM'
    check (priority_type in ('HIDDEN', 'HIGH', 'LOW', 'MEDIUM', 'PRIVATE', 'URGENT')),
  visible_at_status text check (visible_at_status in
    ('NOT_READY', 'READY_TO_REVIEW', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REVIEW_COMPLETE')),
  hidden boolean not null default false,
  required boolean not null default true,
  modifiers text[] not null default '{}',
  locations text[] not null default '{PACKAGE}',
  has_expiration boolean not null default false,
  fresh_days int check (fresh_days between 1 and 3650),
  due_days int check (due_days between 0 and 3650),
  -- "One for each of the last 3 years", "one for each owner of 20 % or more".
  repeat_per text check (repeat_per in ('YEAR', 'MONTH', 'OWNER')),
  repeat_count int check (repeat_count between 1 and 100),
  condition text check (length(condition) between 1 and 500),
  -- From the starter library, and a company's own to change.
  key text check (length(key) between 1 and 100),
  aliases text[] not null default '{}',
  provider text check (provider in ('BORROWER', 'LENDER', 'THIRD_PARTY')),
  stage text check (stage in ('LEAD', 'ORIGINATION', 'PORTFOLIO', 'ARCHIVE')),
  doc_group text check (length(doc_group) between 1 and 100),
  period text check (length(period) between 1 and 100),
  sba_tab text check (length(sba_tab) between 1 and 20),
  note text check (length(note) between 1 and 2000),
  check_with_counsel boolean not null default false,
  answer_document_id uuid,
  revision bigint not null default 1,
  -- One name for everything that one deletion took, so that it can be undone until the next publish.
  deleted_in uuid,
  primary key (company_id, template_id, version, id),
  unique (company_id, template_id, version, id, block_type),
  foreign key (company_id, template_id) references template on delete cascade,
  -- A child is of its parent's block; a folder that changes blocks takes its children along.
  foreign key (company_id, template_id, version, parent_id, block_type)
    references template_element (company_id, template_id, version, id, block_type) on update cascade,
  foreign key (company_id, answer_document_id) references document (company_id, id),
  check ((storage_type = 'FOLDER') = (answer_type is null)),
  check (storage_type = 'FILE' or answer_document_id is null),
  check ((repeat_per is null) = (repeat_count is null)),
  check (version = 0 or deleted_in is null)
);
create index template_element_parent
  on template_element (company_id, template_id, version, parent_id);
create unique index template_element_draft on template_element (company_id, id) where version = 0;
create index template_element_answer on template_element (company_id, answer_document_id)
  where answer_document_id is not null;

-- Fields that the details of a loan are made of, in named sets.
create table field_set (
  company_id uuid not null references company,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  loan_type text,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  primary key (company_id, id)
);
create unique index field_set_name on field_set (company_id, lower(name));

create table template_field (
  company_id uuid not null,
  id uuid not null,
  set_id uuid not null,
  group_name text not null check (length(group_name) between 1 and 255),
  group_order int not null,
  key text not null check (length(key) between 1 and 100),
  label text not null check (length(label) between 1 and 255),
  type text not null check (type in ('TEXT', 'NUMBER', 'MONEY', 'PERCENT', 'DATE', 'CHOICE',
    'YES_NO', 'ADDRESS', 'PHONE', 'EMAIL', 'TAX_ID')),
  choices text[] not null default '{}',
  required boolean not null default false,
  help text check (length(help) <= 2000),
  display_order int not null,
  primary key (company_id, id),
  unique (company_id, set_id, key),
  foreign key (company_id, set_id) references field_set on delete cascade
);

-- What a loan was made from. A template with loans stays.
alter table loan
  add column template_id uuid,
  add column template_version int,
  add foreign key (company_id, template_id, template_version) references template_version,
  add check ((template_id is null) = (template_version is null));
create index loan_template on loan (company_id, template_id) where template_id is not null;

alter table template enable row level security;
alter table template force row level security;
create policy seen on template for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.reads_templates(company_id));
create policy made on template for insert to cairn_app
  with check (company_id = (select app.company_id()) or (select app.is_platform()));
create policy changed on template for update to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
create policy removed on template for delete to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

alter table template_version enable row level security;
alter table template_version force row level security;
create policy seen on template_version for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.reads_templates(company_id));

-- What is published is read and never written, whoever asks.
alter table template_element enable row level security;
alter table template_element force row level security;
create policy seen on template_element for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.reads_templates(company_id));
create policy drafted on template_element for insert to cairn_app
  with check (version = 0 and (company_id = (select app.company_id()) or (select app.is_platform())));
create policy changed on template_element for update to cairn_app
  using (version = 0 and (company_id = (select app.company_id()) or (select app.is_platform())));
create policy removed on template_element for delete to cairn_app
  using (version = 0 and (company_id = (select app.company_id()) or (select app.is_platform())));

alter table field_set enable row level security;
alter table field_set force row level security;
create policy seen on field_set to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
alter table template_field enable row level security;
alter table template_field force row level security;
create policy seen on template_field to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));

grant select, insert, update, delete on template, template_element, field_set, template_field
  to cairn_app;
grant select on template_version to cairn_app;

-- The next version of a template, copied from its draft. Runs as the owner, because nobody else writes a
-- published row; the caller holds the template's row and may change it.
create function app.publish_template(p_company uuid, p_template uuid, p_by uuid, p_note text)
  returns int language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  next_version int;
begin
  if not (coalesce(p_company = app.company_id(), false) or app.is_platform()) then
    raise exception 'publish: not in the caller''s view' using errcode = 'insufficient_privilege';
  end if;
  update template t set published_version = published_version + 1, published_revision = revision,
    modified_at = now(), modified_by = p_by
  where t.company_id = p_company and t.id = p_template returning published_version into next_version;
  delete from template_element e
  where e.company_id = p_company and e.template_id = p_template and e.version = 0
    and e.deleted_in is not null;
  insert into template_version (company_id, template_id, version, name, loan_type, entity_type, note,
    elements, files, published_by)
  select company_id, id, next_version, name, loan_type, entity_type, p_note, elements, files, p_by
  from template t where t.company_id = p_company and t.id = p_template;
  insert into template_element (company_id, template_id, version, id, parent_id, position, block_type,
    storage_type, answer_type, choices, title, naming_strategy, description, include_description,
    priority_type, visible_at_status, hidden, required, modifiers, locations, has_expiration,
    fresh_days, due_days, repeat_per, repeat_count, condition, key, aliases, provider, stage,
    doc_group, period, sba_tab, note, check_with_counsel, answer_document_id, revision)
  select company_id, template_id, next_version, id, parent_id, position, block_type, storage_type,
    answer_type, choices, title, naming_strategy, description, include_description, priority_type,
    visible_at_status, hidden, required, modifiers, locations, has_expiration, fresh_days, due_days,
    repeat_per, repeat_count, condition, key, aliases, provider, stage, doc_group, period, sba_tab,
    note, check_with_counsel, answer_document_id, revision
  from template_element e
  where e.company_id = p_company and e.template_id = p_template and e.version = 0;
  return next_version;
end $$;
revoke execute on function app.publish_template from public;
grant execute on function app.publish_template to cairn_app;
