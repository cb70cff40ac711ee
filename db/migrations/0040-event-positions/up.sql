-- Event positions that survive a restore, replay by company, and an outbox that claims before it calls.
set local role cairn_owner;
set local search_path to cairn;

-- position = transaction id + shift. The shift changes when the data is found in another cluster, whose
-- transaction ids may be lower than the stored positions. One row.
create table event_clock (
  single boolean primary key default true check (single),
  shift bigint not null,
  -- Cursors below it were given out by another cluster.
  base bigint not null,
  system_identifier bigint not null
);
insert into event_clock (shift, base, system_identifier)
select 0, pg_current_xact_id()::text::bigint, c.system_identifier from pg_control_system() c;
grant select on event_clock to cairn_app, cairn_relay;

-- Volatile, so that it reads the shift after the insert has its lock on the event table: a writer that waited
-- for app.adopt_events() uses the new shift.
create function app.next_event_position() returns bigint language plpgsql volatile
  set search_path = cairn, pg_temp as $$
begin
  return pg_current_xact_id()::text::bigint + (select c.shift from event_clock c);
end $$;

-- What the calling statement's snapshot does not see: everything from the first number on, and the transactions
-- in progress before it, each as a distance from it; after a dot, when that was, in seconds. With many in
-- progress, everything from the oldest on.
create function app.event_cursor() returns text language plpgsql stable
  set search_path = cairn, pg_temp as $$
declare
  snapshot constant pg_snapshot := pg_current_snapshot();
  shift constant bigint := (select c.shift from event_clock c);
  next constant bigint := pg_snapshot_xmax(snapshot)::text::bigint;
  running constant bigint[] := array(select x::text::bigint from pg_snapshot_xip(snapshot) x order by x);
begin
  if cardinality(running) > 16 then
    return concat(pg_snapshot_xmin(snapshot)::text::bigint + shift, '.', extract(epoch from now())::bigint);
  end if;
  return concat(
    array_to_string(
      array_prepend((next + shift)::text, array(select (next - r)::text from unnest(running) r)), '-'),
    '.', extract(epoch from now())::bigint);
end $$;
revoke execute on function app.event_cursor, app.next_event_position from public;
grant execute on function app.event_cursor to cairn_app, cairn_relay;

-- Called by a process before it hands out events. In a cluster that is not the one which gave out the stored
-- positions, later positions start above all of them. Returns the base.
create function app.adopt_events() returns bigint
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  gap constant bigint := 1000000000000;
  here constant bigint := (select c.system_identifier from pg_control_system() c);
  known event_clock := (select c from event_clock c);
begin
  if known.system_identifier = here then return known.base; end if;
  -- Waits for the writers under way, and makes later ones wait for the new shift.
  lock table event in share row exclusive mode;
  update event_clock c set
    base = n.base,
    shift = n.base - pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    system_identifier = here
  from (select greatest(k.base, (select coalesce(max(e.position), 0) from event e)) + gap as base
    from event_clock k) n
  where c.system_identifier <> here;
  return (select c.base from event_clock c);
end $$;
revoke execute on function app.adopt_events from public;
grant execute on function app.adopt_events to cairn_relay;

-- Events from before have no position: they are not handed out again.
alter table event drop column xid;
alter table event add column position bigint;
alter table event alter column position set default app.next_event_position();
create index event_position on event (position, id);
-- An event is replayed to a company's people or to one person: each is in one of the two.
create index event_of_company on event (company_id, position) where account_id is null;
create index event_of_account on event (account_id, position) where account_id is not null;

-- The outbox. due_at is when the relay may take the event: at once, after a failed attempt's delay, or after the
-- lease of a relay that took it and died. failed_at is set when the relay gave it up.
alter table event
  add column due_at timestamptz not null default now(),
  add column attempts smallint not null default 0,
  add column failed_at timestamptz,
  add column last_error text;
drop index event_waiting;
create index event_waiting on event (workflow, company_id, due_at, id)
  where workflow is not null and dispatched_at is null and failed_at is null;
create index event_failed on event (failed_at) where failed_at is not null;
grant update (due_at, attempts, failed_at, last_error) on event to cairn_relay;

-- Only answers that can expire: an unanswered request whose day has passed is not in the index.
drop index element_expiring;
create index element_expiring on element (expiration_date, company_id)
  where expiration_date is not null and answered;
