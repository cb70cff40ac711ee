-- What the document pipeline derives from a file: its state, thumbnails, and the text of its pages with positions.
set local role cairn_owner;
set local search_path to cairn, app;

-- Null: before the pipeline, or not found clean yet. It is queued when the document is next opened.
alter table document
  add column content_state text check (content_state in ('PROCESSING', 'READING', 'READY',
    'PASSWORD', 'DAMAGED', 'EMPTY', 'UNSUPPORTED', 'TOO_LARGE', 'FAILED')),
  add column page_count int check (page_count > 0);

alter table document_pdf drop constraint document_pdf_refused_check;
alter table document_pdf add constraint document_pdf_refused_check
  check (refused in ('UNSUPPORTED', 'PASSWORD', 'DAMAGED', 'TOO_LARGE', 'EMPTY'));

-- Small pictures of the first pages, JPEG after JPEG in one object.
create table document_thumbnails (
  company_id uuid not null,
  document_id uuid not null,
  version int not null,
  object_key text not null,
  size bigint not null check (size > 0),
  sha256 bytea not null check (length(sha256) = 32),
  chunk_sha256 bytea check (length(chunk_sha256) % 32 = 0),
  -- The length of each, in the order of the pages.
  lengths int[] not null check (cardinality(lengths) > 0),
  made_at timestamptz not null default now(),
  primary key (company_id, document_id, version),
  foreign key (company_id, document_id) references document (company_id, id)
);

create table document_page (
  company_id uuid not null,
  document_id uuid not null,
  version int not null,
  page int not null check (page > 0),
  -- As it is displayed, in points.
  width real not null check (width > 0),
  height real not null check (height > 0),
  -- NONE: no text was found. WAITING: the page is a picture, and its text is recognized next.
  source text not null check (source in ('TEXT', 'OCR', 'NONE', 'WAITING')),
  -- Nothing is drawn on it.
  blank boolean not null default false,
  text text not null,
  -- [left, top, width, height, word] each, in ten-thousandths of the displayed page.
  words jsonb not null,
  searchable tsvector not null
    generated always as (to_tsvector('pg_catalog.english', text)) stored,
  primary key (company_id, document_id, version, page),
  foreign key (company_id, document_id) references document (company_id, id)
);
create index document_page_words on document_page using gin (company_id, searchable);

-- A derived row is read exactly by those who read its document, which is under its own policies; only the application
-- itself, which has no account, makes one.
alter table document_thumbnails enable row level security;
alter table document_thumbnails force row level security;
create policy seen on document_thumbnails for select to cairn_app
  using (exists (select from document d
    where d.company_id = document_thumbnails.company_id and d.id = document_thumbnails.document_id));
create policy removed on document_thumbnails for delete to cairn_app
  using (exists (select from document d
    where d.company_id = document_thumbnails.company_id and d.id = document_thumbnails.document_id));
create policy made on document_thumbnails for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);

alter table document_page enable row level security;
alter table document_page force row level security;
create policy seen on document_page for select to cairn_app
  using (exists (select from document d
    where d.company_id = document_page.company_id and d.id = document_page.document_id));
create policy removed on document_page for delete to cairn_app
  using (exists (select from document d
    where d.company_id = document_page.company_id and d.id = document_page.document_id));
create policy made on document_page for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);
create policy recognized on document_page for update to cairn_app
  using (company_id = (select app.company_id()) and (select app.account_id()) is null);

drop policy seen on document_pdf;
create policy seen on document_pdf for select to cairn_app
  using (exists (select from document d
    where d.company_id = document_pdf.company_id and d.id = document_pdf.document_id));
create policy removed on document_pdf for delete to cairn_app
  using (exists (select from document d
    where d.company_id = document_pdf.company_id and d.id = document_pdf.document_id));
create policy made on document_pdf for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);

revoke update on document_pdf from cairn_app;
grant delete on document_pdf to cairn_app;
grant select, insert, delete on document_thumbnails to cairn_app;
grant select, insert, update, delete on document_page to cairn_app;
