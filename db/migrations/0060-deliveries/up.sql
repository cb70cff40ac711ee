-- What became of each email and text message about a loan, and addresses that get no more of them. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table message_delivery (
  company_id uuid not null,
  -- The id under which it is sent once (sent_mail.event_id).
  id uuid not null unique,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  -- As it was written to: shown to the lender's employees.
  address text not null,
  account_id uuid references account,
  topic text not null,
  loan_ids uuid[] not null,
  state text not null default 'QUEUED'
    check (state in ('QUEUED', 'SENT', 'DELAYED', 'DELIVERED', 'BOUNCED', 'COMPLAINED', 'STOPPED')),
  -- What the recipient's server or the provider said.
  reason text check (length(reason) <= 300),
  created_at timestamptz not null default now(),
  state_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id) references company
);
create index message_delivery_loans on message_delivery using gin (loan_ids);
create index message_delivery_address on message_delivery (company_id, channel, lower(address));
create index message_delivery_created on message_delivery (created_at);

-- Reports that were taken, by the provider's id: a repeated one changes nothing.
create table delivery_report (
  company_id uuid not null,
  provider text not null check (provider in ('DSN', 'SES', 'SENDGRID', 'TWILIO')),
  report_id text not null check (length(report_id) between 1 and 200),
  delivery_id uuid not null,
  at timestamptz not null default now(),
  primary key (company_id, provider, report_id),
  foreign key (company_id, delivery_id) references message_delivery on delete cascade
);
create index delivery_report_delivery on delivery_report (company_id, delivery_id);

-- Addresses that a company writes to no more, because they do not exist or complained. Confirmed ones stay, so that a
-- late report of an earlier email does not stop them again.
create table stopped_address (
  company_id uuid not null references company,
  channel text not null check (channel in ('EMAIL', 'SMS')),
  address text not null check (address = lower(address)),
  cause text not null check (cause in ('BOUNCED', 'COMPLAINED')),
  stopped_at timestamptz not null default now(),
  confirmed_at timestamptz,
  confirmed_by uuid references account,
  primary key (company_id, channel, address)
);

alter table message_delivery enable row level security;
alter table message_delivery force row level security;
alter table delivery_report enable row level security;
alter table delivery_report force row level security;
alter table stopped_address enable row level security;
alter table stopped_address force row level security;
create policy seen on message_delivery for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
create policy seen on stopped_address for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
-- The worker, for its company.
create policy written on message_delivery for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);
create policy kept on message_delivery for update to cairn_app
  using (company_id = (select app.company_id()) and (select app.account_id()) is null);
create policy confirmed on stopped_address for update to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select, insert on message_delivery to cairn_app;
grant update (state, state_at) on message_delivery to cairn_app;
grant select on stopped_address to cairn_app;
grant update (confirmed_at, confirmed_by) on stopped_address to cairn_app;

-- Whose email a report is about. By the id alone: the caller has checked who reports it.
create function app.company_of_delivery(delivery uuid) returns uuid
  language sql stable security definer set search_path = cairn, pg_temp
  return (select d.company_id from message_delivery d where d.id = delivery and app.account_id() is null);

create function app.delivery_rank(state text) returns int language sql immutable
  return array_position(array['STOPPED', 'QUEUED', 'SENT', 'DELAYED', 'DELIVERED', 'BOUNCED', 'COMPLAINED'], state);

-- Takes a report once. A later state never goes back to an earlier one: reports come in any order. No row where it was
-- taken before, is about another address, or changes nothing.
create function app.take_delivery_report(
  p_provider text, p_report text, p_delivery uuid, p_address text, p_state text, p_final boolean, p_reason text
) returns table (loan_ids uuid[], account_id uuid, channel text, stopped boolean)
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  d message_delivery;
begin
  if app.account_id() is not null then
    raise exception 'take_delivery_report: not for people' using errcode = 'insufficient_privilege';
  end if;
  select * into d from message_delivery m
  where m.company_id = app.company_id() and m.id = p_delivery for update;
  if not found or d.state = 'STOPPED' or lower(d.address) <> lower(coalesce(p_address, d.address)) then
    return;
  end if;
  insert into delivery_report (company_id, provider, report_id, delivery_id)
  values (d.company_id, p_provider, p_report, d.id) on conflict do nothing;
  if not found or app.delivery_rank(p_state) <= app.delivery_rank(d.state) then
    return;
  end if;
  update message_delivery m set state = p_state, reason = left(p_reason, 300), state_at = now()
  where m.company_id = d.company_id and m.id = d.id;
  stopped := false;
  if p_final and p_state in ('BOUNCED', 'COMPLAINED') then
    insert into stopped_address as s (company_id, channel, address, cause)
    values (d.company_id, d.channel, lower(d.address), p_state)
    on conflict on constraint stopped_address_pkey do update
      set cause = excluded.cause, stopped_at = now(), confirmed_at = null, confirmed_by = null
      -- An email from before the address was confirmed says nothing about it.
      where s.confirmed_at is not null and s.confirmed_at < d.created_at;
    stopped := found;
  end if;
  loan_ids := d.loan_ids;
  account_id := d.account_id;
  channel := d.channel;
  return next;
end $$;

-- Notifications of emails that did not arrive are to be sent again, as part of this event.
create function app.send_bounced_again(p_delivery uuid, p_event uuid) returns int
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  again int;
  p_address text;
  p_channel text;
begin
  if app.account_id() is not null then
    raise exception 'send_bounced_again: not for people' using errcode = 'insufficient_privilege';
  end if;
  select d.address, d.channel into p_address, p_channel
  from message_delivery d where d.company_id = app.company_id() and d.id = p_delivery;
  with lost as (
    select d.id from message_delivery d
    where d.company_id = app.company_id() and d.channel = p_channel and lower(d.address) = lower(p_address)
      and d.state in ('BOUNCED', 'STOPPED') and d.created_at > now() - interval '14 days'
  ), newest as (
    select distinct on (n.account_id, n.kind, n.element_id, n.document_id, n.message_id) n.id
    from notification n
    where n.company_id = app.company_id()
      and case p_channel when 'EMAIL' then n.emailed_as else n.texted_as end in (select id from lost)
    order by n.account_id, n.kind, n.element_id, n.document_id, n.message_id, n.id desc
  )
  update notification n
  set event_id = p_event, created_at = now(),
    emailed_as = case p_channel when 'EMAIL' then null else n.emailed_as end,
    texted_as = case p_channel when 'EMAIL' then n.texted_as end
  from newest
  where n.company_id = app.company_id() and n.id = newest.id;
  get diagnostics again = row_count;
  return again;
end $$;

-- Rows past their time, a few with each new one. As long as the bell.
create function app.drop_old_deliveries() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  delete from message_delivery where ctid = any (array(
    select ctid from message_delivery where created_at < now() - interval '90 days'
    order by created_at limit 5 for update skip locked));
  return null;
end $$;
create trigger old_ones_dropped after insert on message_delivery
  for each statement execute function app.drop_old_deliveries();

revoke execute on function app.company_of_delivery, app.delivery_rank, app.take_delivery_report, app.send_bounced_again,
  app.drop_old_deliveries from public;
grant execute on function app.company_of_delivery, app.take_delivery_report, app.send_bounced_again to cairn_app;
