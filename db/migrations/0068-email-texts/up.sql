-- A company's own subject and opening for each kind of email. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table email_text (
  company_id uuid not null references company on delete cascade,
  kind text not null check (kind in ('INVITATION', 'REQUESTS', 'REMINDERS', 'REJECTED', 'APPROVED', 'STATUS', 'SUMMARY')),
  -- Plain text with {placeholders}; null: the product's own. A header has one line.
  subject text check (length(subject) between 1 and 150 and subject !~ '[[:cntrl:]]'),
  opening text check (length(opening) between 1 and 1000),
  modified_at timestamptz not null default now(),
  modified_by uuid not null references account,
  primary key (company_id, kind),
  check (subject is not null or opening is not null)
);
alter table email_text enable row level security;
alter table email_text force row level security;
create policy seen on email_text to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select, insert, update, delete on email_text to cairn_app;
