-- Every email and text message that asked to leave, and whether it might. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table outbound_message (
  -- The id under which it is sent once (sent_mail.event_id): a repeated step is not counted again.
  id uuid primary key,
  at timestamptz not null default now(),
  channel text not null check (channel in ('EMAIL', 'SMS')),
  budget text not null check (budget in ('CODE', 'SECURITY', 'NOTIFICATION')),
  -- HMAC of the address or number: the table tells nobody who was written to.
  recipient bytea not null,
  lender_id uuid,
  sender_id uuid,
  outcome text not null check (outcome in ('ALLOWED', 'DEFERRED', 'DROPPED')),
  limited_by text check (limited_by in ('SENDER', 'LENDER', 'RECIPIENT')),
  deferrals smallint not null default 0,
  check ((outcome = 'ALLOWED') or limited_by is not null)
);
create index outbound_message_at on outbound_message (at);
-- What operators look for: what did not leave, newest first.
create index outbound_message_held on outbound_message (at desc) where outcome <> 'ALLOWED';

grant select, insert, update, delete on outbound_message to cairn_app;

-- Counts up in each window, in the given order, until one is full: which one (from 1), and the seconds until it
-- ends. No row when there was room in all of them.
create function app.count_outbound(keys bytea[], seconds int[], most bigint[])
  returns table (reached int, left_seconds int)
  language plpgsql set search_path = cairn, pg_temp as $$
declare
  calls_now int;
begin
  for place in 1 .. cardinality(keys) loop
    insert into call_count as c (key, ends_at)
    values (keys[place], now() + make_interval(secs => seconds[place]))
    on conflict (key) do update set
      calls = case when c.ends_at > now() then c.calls + 1 else 1 end,
      ends_at = case when c.ends_at > now() then c.ends_at else excluded.ends_at end
    returning c.calls, ceil(extract(epoch from c.ends_at - now()))::int into calls_now, left_seconds;
    if calls_now > most[place] then
      reached := place;
      return next;
      return;
    end if;
  end loop;
end $$;
revoke execute on function app.count_outbound from public;
grant execute on function app.count_outbound to cairn_app;
