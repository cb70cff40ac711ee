-- One search finds what an id names, whoever asks and however many lenders there are. why.md and
-- docs/decisions/0051 say why.
set local role cairn_owner;
set local search_path to cairn;

create unique index loan_id on loan (id);
create unique index loan_role_id on loan_role (id);
create unique index document_id on document (id);
create unique index element_id on element (id);
create unique index entity_id on entity (id);
create unique index loan_entity_id on loan_entity (id);
create unique index template_id on template (id);
create unique index template_element_draft_id on template_element (id) where version = 0;
create unique index field_set_id on field_set (id);
create unique index phase_id on phase (id);
create unique index label_id on label (id);
create unique index message_thread_id on message_thread (id);
create unique index message_id on message (id);
create unique index message_draft_id on message_draft (id);
create unique index shoebox_item_id on shoebox_item (id);
create unique index package_file_id on package_file (id);
create unique index contact_relation_id on contact_relation (id);
create unique index loan_detail_field_id on loan_detail_field (id);

-- The addressee's open invitations, of any company. By a function of the owner: under row security the
-- condition on lower(email_address) may not use its index, because lower is not leakproof, and every
-- invitation of every company would be read.
create function app.own_open_invitations() returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select i.id from invitation i
    where lower(i.email_address) = (select app.own_address())
      and i.accepted_at is null and i.removed_at is null;
  end;
revoke execute on function app.own_open_invitations from public;
grant execute on function app.own_open_invitations to cairn_app;

-- The operator's list of applications is of all lenders, newest or longest waiting first.
create index loan_application_newest on loan_application (created_at, loan_id);
create index loan_application_waiting on loan_application (submitted_at, loan_id)
  where state in ('SUBMITTED', 'IN_REVIEW');
create index loan_application_declined on loan_application (response_at, loan_id)
  where state = 'REJECTED';
