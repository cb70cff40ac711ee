-- no-transaction
-- What is no longer needed is removed: kept replies, events, sent-mail marks, ended sessions, rate-limit windows.
create index concurrently event_at on cairn.event (at);
create index concurrently sent_mail_sent on cairn.sent_mail (sent_at);

-- Removes up to `batch` rows of one kind, the oldest first, and returns how many it removed. The ages are part of
-- the function: its caller decides when rows are removed, never which.
create or replace function app.sweep(kind text, batch int) returns int
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  removed int;
begin
  case kind
    -- A day: longer than any client repeats a call.
    when 'idempotency' then
      delete from idempotency where ctid = any (array(
        select ctid from idempotency where created_at < now() - interval '1 day'
        order by created_at limit batch for update skip locked));
    -- Longer than a session can be away from the event stream. What still waits for the relay stays.
    when 'event' then
      delete from event where ctid = any (array(
        select ctid from event where at < now() - interval '8 days'
          and (workflow is null or dispatched_at is not null)
        order by at limit batch for update skip locked));
    -- Longer than any workflow that may send the mail again.
    when 'sent_mail' then
      delete from sent_mail where ctid = any (array(
        select ctid from sent_mail where sent_at < now() - interval '30 days'
        order by sent_at limit batch for update skip locked));
    when 'session' then
      delete from session where ctid = any (array(
        select ctid from session where ends_at < now() - interval '1 day'
        order by ends_at limit batch for update skip locked));
    when 'call_count' then
      delete from call_count where ctid = any (array(
        select ctid from call_count where ends_at < now() - interval '1 hour'
        order by ends_at limit batch for update skip locked));
  end case;
  get diagnostics removed = row_count;
  return removed;
end $$;
alter function app.sweep owner to cairn_owner;
revoke execute on function app.sweep from public;
grant execute on function app.sweep to cairn_app;
