-- Files that a message carries. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table message_attachment (
  company_id uuid not null,
  message_id uuid not null,
  document_id uuid not null,
  thread_id uuid not null,
  loan_id uuid not null,
  -- In which order the author chose them.
  place int not null check (place between 0 and 9),
  -- Uploaded for the message: its readers see the file. Others are seen by those who see them elsewhere.
  shared boolean not null,
  primary key (company_id, message_id, document_id),
  unique (company_id, message_id, place),
  foreign key (company_id, message_id) references message on delete cascade,
  foreign key (company_id, loan_id, document_id) references document (company_id, loan_id, id),
  foreign key (company_id, loan_id, thread_id) references message_thread (company_id, loan_id, id) on delete cascade
);
create index message_attachment_document on message_attachment (company_id, loan_id, document_id);
create index message_attachment_shared on message_attachment (company_id, document_id) where shared;
create index message_attachment_thread on message_attachment (company_id, loan_id, thread_id);

alter table message_draft add column document_ids uuid[] not null default '{}'
  check (cardinality(document_ids) <= 10);

-- A file that the caller uploaded to the loan and that is filed nowhere: what they share grants no one the sight of
-- anything else. A file made from another one is not theirs to share this way.
create function app.is_unfiled_upload(company uuid, loan uuid, document uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from document d
    where d.company_id = company and d.id = document and d.loan_id = loan and d.created_by = app.account_id()
      and d.private_to is null and d.removed_at is null and d.origin is null
      and not exists (select from element e where e.company_id = d.company_id
        and (e.answer_document_id = d.id or e.form_document_id = d.id))
      and not exists (select from past_answer p where p.company_id = d.company_id and p.document_id = d.id)
      and not exists (select from shoebox_item i where i.company_id = d.company_id and i.document_id = d.id)
      and not exists (select from drivers_license l where l.company_id = d.company_id
        and (l.front_document_id = d.id or l.back_document_id = d.id))
  );
-- Whether borrowers may have it open in a conversation. Asked by the worker, which is part of none.
create function app.is_sent(company uuid, document uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return company = app.company_id() and app.account_id() is null and exists (
    select from message_attachment a
    where a.company_id = company and a.document_id = document and a.shared
  );
revoke execute on function app.is_unfiled_upload, app.is_sent from public;
grant execute on function app.is_unfiled_upload, app.is_sent to cairn_app;

alter table message_attachment enable row level security;
alter table message_attachment force row level security;
create policy seen on message_attachment for select to cairn_app
  using ((company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
    and app.in_thread(company_id, thread_id));
create policy attached on message_attachment for insert to cairn_app
  with check (exists (select from message m
      where m.company_id = message_attachment.company_id and m.id = message_attachment.message_id
        and m.thread_id = message_attachment.thread_id and m.loan_id = message_attachment.loan_id
        and m.author_id = (select app.account_id()))
    and (not shared or app.is_unfiled_upload(company_id, loan_id, document_id)));
grant select, insert on message_attachment to cairn_app;

-- The readers of a message see the files that were uploaded for it.
create policy attached on document for select to cairn_app
  using (private_to is null and exists (select from message_attachment a
    where a.company_id = document.company_id and a.document_id = document.id and a.shared));
