-- What the pipeline read out of a document's text: its kind, years, periods, dates and signature lines, with page and words.
set local role cairn_owner;
set local search_path to cairn, app;

create table document_facts (
  company_id uuid not null,
  document_id uuid not null,
  version int not null,
  -- Null: of no kind that is known.
  kind text,
  -- As documents/read-facts.ts has them.
  facts jsonb not null,
  -- The words of the first pages that tell documents apart, the most telling first.
  words text[] not null check (cardinality(words) <= 200),
  read_at timestamptz not null default now(),
  primary key (company_id, document_id, version),
  foreign key (company_id, document_id) references document (company_id, id)
);

-- As the other rows that are derived from a document: read by those who read it, made by the application alone.
alter table document_facts enable row level security;
alter table document_facts force row level security;
create policy seen on document_facts for select to cairn_app
  using (exists (select from document d
    where d.company_id = document_facts.company_id and d.id = document_facts.document_id));
create policy removed on document_facts for delete to cairn_app
  using (exists (select from document d
    where d.company_id = document_facts.company_id and d.id = document_facts.document_id));
create policy made on document_facts for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);
grant select, insert, delete on document_facts to cairn_app;
