-- Notes of the lender about a loan or one of its documents. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table note (
  company_id uuid not null,
  id uuid not null default uuidv7() unique,
  loan_id uuid not null,
  -- Of the request whose document it is about; null for the whole loan.
  element_id uuid,
  page int check (page between 1 and 100000),
  -- The note that this one answers. Answers have no answers and no status of their own.
  reply_to_id uuid,
  author_id uuid not null references account,
  body text not null check (length(body) between 1 and 4000),
  status text not null default 'NONE' check (status in ('NONE', 'OPEN', 'DONE')),
  status_by uuid references account,
  status_at timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan on delete cascade,
  foreign key (company_id, element_id) references element on delete cascade,
  foreign key (company_id, reply_to_id) references note on delete cascade,
  check (page is null or element_id is not null),
  check (reply_to_id is null or (status = 'NONE' and element_id is null))
);
create index note_loan on note (company_id, loan_id, id desc) where reply_to_id is null;
create index note_element on note (company_id, element_id) where element_id is not null;
create index note_reply on note (company_id, reply_to_id) where reply_to_id is not null;

-- A note is unread until its reader says otherwise; its author's own is read.
create table note_mark (
  company_id uuid not null,
  note_id uuid not null,
  account_id uuid not null references account,
  is_read boolean not null,
  primary key (company_id, note_id, account_id),
  foreign key (company_id, note_id) references note on delete cascade
);

-- Whom a note names: they were notified of it.
create table note_mention (
  company_id uuid not null,
  note_id uuid not null,
  account_id uuid not null references account,
  created_at timestamptz not null default now(),
  primary key (company_id, note_id, account_id),
  foreign key (company_id, note_id) references note on delete cascade
);

alter table note enable row level security;
alter table note force row level security;
alter table note_mark enable row level security;
alter table note_mark force row level security;
alter table note_mention enable row level security;
alter table note_mention force row level security;

-- The lender's side of a loan: its company's employees, and underwriters from outside on their own loans.
create policy seen on note for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)));
create policy written on note for insert to cairn_app
  with check (author_id = (select app.account_id())
    and (company_id = (select app.company_id())
      or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id))));
create policy changed on note for update to cairn_app
  using (company_id = (select app.company_id())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)));
create policy removed on note for delete to cairn_app
  using (company_id = (select app.company_id())
    or ((select app.role_level()) = 'LENDER' and app.holds_role(company_id, loan_id)));
grant select, insert, delete on note to cairn_app;
grant update (body, edited_at, status, status_by, status_at) on note to cairn_app;

-- Each person's own. The inner queries are themselves under the policy of note.
create policy own on note_mark to cairn_app
  using (account_id = (select app.account_id()))
  with check (account_id = (select app.account_id()) and exists (select from note n
    where n.company_id = note_mark.company_id and n.id = note_mark.note_id));
grant select, insert, update (is_read) on note_mark to cairn_app;

create policy seen on note_mention for select to cairn_app
  using (exists (select from note n
    where n.company_id = note_mention.company_id and n.id = note_mention.note_id));
create policy written on note_mention for insert to cairn_app
  with check (exists (select from note n
    where n.company_id = note_mention.company_id and n.id = note_mention.note_id));
grant select, insert on note_mention to cairn_app;

-- Whom a note can name, or tell: the employees of the lender and the loan's underwriters.
create function app.can_read_notes(company uuid, loan uuid, account uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (select from employee e where e.company_id = company and e.account_id = account)
    or exists (select from loan_role r
      where r.company_id = company and r.loan_id = loan and r.account_id = account
        and app.level_of(r.role) = 'LENDER');

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('STATUS_CHANGED', 'MEMBER_ADDED',
  'MEMBER_REMOVED', 'MESSAGE', 'APPLICATION_SUBMITTED', 'APPLICATION_DECIDED', 'REQUESTED', 'REJECTED', 'APPROVED',
  'UPLOADED', 'FILE_BLOCKED', 'REMINDED', 'NOTE'));

-- A removed note takes its notifications along.
alter table notification add column note_id uuid,
  add foreign key (company_id, note_id) references note on delete cascade;
create index notification_note on notification (company_id, note_id) where note_id is not null;

revoke execute on function app.can_read_notes from public;
grant execute on function app.can_read_notes to cairn_app;
