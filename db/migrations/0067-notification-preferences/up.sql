-- When people get emails: at once, or gathered into a daily or weekly summary; their own quiet hours; loans that they
-- muted. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table user_settings
  add column email_frequency text not null default 'AT_ONCE'
    check (email_frequency in ('AT_ONCE', 'DAILY', 'WEEKLY')),
  -- As in ISO 8601: Monday is 1.
  add column digest_weekday smallint not null default 1 check (digest_weekday between 1 and 7),
  add column digest_time time not null default '08:00',
  -- Since when these apply: a summary that would have been due before is not sent.
  add column digest_from timestamptz not null default now(),
  add column quiet_from time,
  add column quiet_until time,
  add constraint user_settings_quiet check ((quiet_from is null) = (quiet_until is null));
create index user_settings_digest on user_settings (account_id) where email_frequency <> 'AT_ONCE';

create table loan_mute (
  company_id uuid not null,
  loan_id uuid not null,
  account_id uuid not null references account,
  created_at timestamptz not null default now(),
  primary key (company_id, loan_id, account_id),
  foreign key (company_id, loan_id) references loan on delete cascade
);
create index loan_mute_account on loan_mute (account_id);
alter table loan_mute enable row level security;
alter table loan_mute force row level security;
-- Each person's own, on loans that they reach. The worker, for its company, asks before it notifies.
create policy own on loan_mute to cairn_app
  using ((account_id = (select app.account_id()) and (company_id = (select app.company_id())
      or (select app.is_platform()) or app.holds_role(company_id, loan_id)))
    or (company_id = (select app.company_id()) and (select app.account_id()) is null));
grant select, insert, delete on loan_mute to cairn_app;

-- Written once for each person and the day on which it is due, whatever runs twice; also where there was nothing to say,
-- so that what happens later that day waits for the next one.
create table email_digest (
  company_id uuid not null references company on delete cascade,
  id uuid not null default uuidv7() unique,
  account_id uuid not null references account,
  -- In the recipient's zone.
  day date not null,
  -- The run's time: what happened later is in the next one.
  at timestamptz not null,
  weekly boolean not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, account_id, day)
);
alter table email_digest enable row level security;
alter table email_digest force row level security;
create policy worked on email_digest to cairn_app
  using (company_id = (select app.company_id()) and (select app.account_id()) is null);
grant select, insert, delete on email_digest to cairn_app;

-- Its email is part of the next summary.
alter table notification add column in_digest boolean not null default false;
create index notification_digest on notification (company_id, account_id)
  where in_digest and email and emailed_as is null;

-- Topics that can wait; the others are told at once, and reminders are digests by themselves.
create function app.waits_for_digest(topic text) returns boolean language sql immutable
  return topic in ('MESSAGES', 'REQUESTS', 'REVIEWS', 'UPLOADS');

create function app.wants_digest(account uuid, topic text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return app.account_id() is null and app.waits_for_digest(topic)
    and exists (select from user_settings s where s.account_id = account and s.email_frequency <> 'AT_ONCE');

-- A muted loan is quiet, except about who is on it and what the lender reminds of.
create function app.is_muted(company uuid, loan uuid, account uuid, topic text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return topic not in ('MEMBERS', 'REMINDERS') and company = app.company_id() and app.account_id() is null
    and exists (select from loan_mute m
      where m.company_id = company and m.loan_id = loan and m.account_id = account);

-- A person's own quiet hours, in the zone that they chose.
create function app.quiet_of(account uuid) returns table (quiet_from time, quiet_until time, zone text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select s.quiet_from, s.quiet_until, s.timezone_id from user_settings s
    where s.account_id = account and app.account_id() is null
      and exists (select from person p where p.company_id = app.company_id() and p.account_id = account);
  end;

-- As in 0050, without what waits for a summary or is muted.
create or replace function app.pending_notifications(reader uuid, of_topic text, channel text, digest uuid,
    only_event uuid)
  returns table (id uuid, event_id uuid, age_seconds float8, claimed boolean)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select n.id, n.event_id, extract(epoch from now() - n.created_at)::float8,
      case channel when 'EMAIL' then n.emailed_as else n.texted_as end is not null
    from notification n
    where n.company_id = app.company_id() and app.account_id() is null and n.account_id = reader
      and n.topic = of_topic and n.created_at > now() - interval '3 days'
      and (only_event is null or n.event_id = only_event)
      and case channel
        when 'EMAIL' then n.email and not n.in_digest and (n.emailed_as is null or n.emailed_as = digest)
        else n.sms and (n.texted_as is null or n.texted_as = digest) end
      and (n.detail ? 'always' or app.wants_notification(reader, of_topic, channel))
      and not app.is_muted(n.company_id, n.loan_id, n.account_id, n.topic)
      and app.notification_holds(n);
  end;

-- Takes what a summary tells into it; asked again, it gets its own again. Two never share: a person has one each day.
create function app.claim_digest(reader uuid, digest uuid, until timestamptz) returns setof uuid
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if app.account_id() is not null then
    raise exception 'claim_digest: not for people' using errcode = 'insufficient_privilege';
  end if;
  return query
  update notification n set emailed_as = digest
  where n.company_id = app.company_id() and n.id in (
    select w.id from notification w
    where w.company_id = app.company_id() and w.account_id = reader and w.email and w.in_digest
      and (w.emailed_as is null or w.emailed_as = digest)
      and w.created_at <= until and w.created_at > until - interval '35 days'
      and app.wants_notification(reader, w.topic, 'EMAIL')
      and not app.is_muted(w.company_id, w.loan_id, w.account_id, w.topic)
      and app.notification_holds(w)
    order by w.id limit 500 for update)
  returning n.id;
end $$;

-- Companies with someone who gets summaries, for the worker, before it enters any company.
create function app.companies_with_digests() returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select p.company_id from user_settings s join person p on p.account_id = s.account_id
    where s.email_frequency <> 'AT_ONCE'
    union
    select n.company_id from notification n where n.in_digest and n.email and n.emailed_as is null;
  end;

-- Who of a company gets summaries and when; with those who get none any more, while something waits for them.
create function app.digest_readers() returns table (account_id uuid, frequency text, weekday int, send_at text,
    since timestamptz, zone text, last_day date, waiting_since timestamptz)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select p.account_id, s.email_frequency, s.digest_weekday::int, to_char(s.digest_time, 'HH24:MI'), s.digest_from,
      s.timezone_id,
      (select max(d.day) from email_digest d where d.company_id = p.company_id and d.account_id = p.account_id),
      waiting.since
    from person p
    join user_settings s on s.account_id = p.account_id
    join account a on a.id = p.account_id and not a.is_system and a.closed_at is null
    cross join lateral (select min(n.created_at) as since from notification n
      where n.company_id = p.company_id and n.account_id = p.account_id and n.in_digest and n.email
        and n.emailed_as is null) waiting
    where p.company_id = app.company_id() and app.account_id() is null
      and (s.email_frequency <> 'AT_ONCE' or waiting.since is not null);
  end;

revoke execute on function app.waits_for_digest, app.wants_digest, app.is_muted, app.quiet_of, app.claim_digest,
  app.companies_with_digests, app.digest_readers from public;
grant execute on function app.waits_for_digest, app.wants_digest, app.is_muted, app.quiet_of, app.claim_digest,
  app.companies_with_digests, app.digest_readers to cairn_app;
