-- A file that a message carries stays what was sent. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Whatever the conversation: the caller need not be part of it.
create function app.is_shared_by_message(company uuid, document uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from message_attachment a
    where a.company_id = company and a.document_id = document and a.shared
  );
revoke execute on function app.is_shared_by_message from public;
grant execute on function app.is_shared_by_message to cairn_app;
