-- One row for each person who is notified of an event: what the bell lists, and what emails and text messages are
-- gathered from. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table notification (
  company_id uuid not null,
  id uuid not null default uuidv7() unique,
  account_id uuid not null references account,
  -- The role by which this person is notified: visibility is checked for it again when it is sent.
  level text not null check (level in ('LENDER', 'BORROWER', 'APPLICANT', 'CONTACT')),
  -- The domain event. A repeated step finds its rows.
  event_id uuid not null,
  kind text not null check (kind in ('STATUS_CHANGED', 'MEMBER_ADDED', 'MEMBER_REMOVED', 'MESSAGE',
    'APPLICATION_SUBMITTED', 'APPLICATION_DECIDED', 'REQUESTED', 'REJECTED', 'APPROVED', 'UPLOADED',
    'FILE_BLOCKED')),
  -- What preferences are kept for, and what is gathered into one email.
  topic text not null check (topic in ('MEMBERS', 'MESSAGES', 'STATUS', 'REQUESTS', 'REVIEWS', 'UPLOADS')),
  loan_id uuid not null,
  element_id uuid,
  document_id uuid,
  message_id uuid,
  actor_id uuid,
  -- Rows with the same kind, loan, actor and key are one line of the bell.
  merge_key text not null default '',
  -- Codes and ids, never content: what is shown is read from its own row, as the reader sees it.
  detail jsonb not null default '{}',
  bell boolean not null,
  email boolean not null,
  sms boolean not null,
  -- The email and the text message that tell of it.
  emailed_as uuid,
  texted_as uuid,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan on delete cascade,
  foreign key (company_id, element_id) references element on delete cascade,
  foreign key (company_id, message_id) references message on delete cascade,
  unique nulls not distinct (company_id, event_id, account_id, kind, element_id, document_id, message_id)
);
-- A request is new to a person once, and each message is told once.
create unique index notification_requested on notification (company_id, account_id, element_id)
  where kind = 'REQUESTED';
create unique index notification_message on notification (company_id, message_id, account_id)
  where message_id is not null;
create index notification_bell on notification (account_id, created_at desc) where bell;
create index notification_unread on notification (account_id) where bell and read_at is null;
create index notification_loan on notification (company_id, loan_id, account_id);
create index notification_element on notification (company_id, element_id) where element_id is not null;
create index notification_pending on notification (company_id, account_id, topic)
  where (email and emailed_as is null) or (sms and texted_as is null);
create index notification_created on notification (created_at);

alter table notification enable row level security;
alter table notification force row level security;
-- Of a loan that the reader still sees, about a request that the reader still sees: the inner query is itself under
-- the policy of element.
create policy seen on notification for select to cairn_app
  using ((account_id = (select app.account_id()) and bell
      and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
      and (element_id is null or exists (select from element e
        where e.company_id = notification.company_id and e.id = notification.element_id)))
    or (company_id = (select app.company_id()) and (select app.account_id()) is null));
create policy marked on notification for update to cairn_app
  using (account_id = (select app.account_id()));
-- The worker, for its company.
create policy written on notification for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);
create policy dropped on notification for delete to cairn_app
  using (company_id = (select app.company_id()) and (select app.account_id()) is null);
grant select, insert, delete on notification to cairn_app;
grant update (read_at) on notification to cairn_app;

-- Three more topics beside the specification's three, and whether the bell shows a topic at all. Text messages about
-- uploads are off until someone wants them.
alter table user_settings
  add column send_email_requests boolean not null default true,
  add column send_email_reviews boolean not null default true,
  add column send_email_uploads boolean not null default true,
  add column send_text_requests boolean not null default true,
  add column send_text_reviews boolean not null default true,
  add column send_text_uploads boolean not null default false,
  add column bell_add_remove_user boolean not null default true,
  add column bell_app_message boolean not null default true,
  add column bell_loan_status boolean not null default true,
  add column bell_requests boolean not null default true,
  add column bell_reviews boolean not null default true,
  add column bell_uploads boolean not null default true;

-- Whether a person wants notifications of a topic by a channel. Settings are each person's own: the worker, in its
-- company's scope, learns the answer and nothing else.
create function app.wants_notification(account uuid, topic text, channel text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return (
    select case channel
      when 'BELL' then case topic
        when 'MEMBERS' then coalesce(s.bell_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.bell_app_message, true)
        when 'STATUS' then coalesce(s.bell_loan_status, true)
        when 'REQUESTS' then coalesce(s.bell_requests, true)
        when 'REVIEWS' then coalesce(s.bell_reviews, true)
        else coalesce(s.bell_uploads, true) end
      when 'EMAIL' then case topic
        when 'MEMBERS' then coalesce(s.send_email_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.send_email_app_message, true)
        when 'STATUS' then coalesce(s.send_email_loan_status, true)
        when 'REQUESTS' then coalesce(s.send_email_requests, true)
        when 'REVIEWS' then coalesce(s.send_email_reviews, true)
        else coalesce(s.send_email_uploads, true) end
      else app.phone_of(a.id) is not null and case topic
        when 'MEMBERS' then coalesce(s.send_text_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.send_text_app_message, true)
        when 'STATUS' then coalesce(s.send_text_loan_status, true)
        when 'REQUESTS' then coalesce(s.send_text_requests, true)
        when 'REVIEWS' then coalesce(s.send_text_reviews, true)
        else coalesce(s.send_text_uploads, false) end
      end
    from account a
    left join user_settings s on s.account_id = a.id
    where a.id = account and not a.is_system and a.closed_at is null and app.account_id() is null
  );

-- The zone in which a person's quiet hours are counted, if they chose one.
create function app.zone_of(account uuid) returns text
  language sql stable security definer set search_path = cairn, pg_temp
  return (select s.timezone_id from user_settings s
    where s.account_id = account and app.account_id() is null
      and exists (select from person p where p.company_id = app.company_id() and p.account_id = account));

-- Whether a person, logged in with this level, would see a request: app.sees_element is the one definition, and it
-- asks for the level of the session, which the worker does not have.
create function app.sees_element_as(account uuid, role_level text, company uuid, element uuid) returns boolean
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  is_seen boolean;
begin
  if app.account_id() is not null or company is distinct from app.company_id() then
    return false;
  end if;
  perform set_config('app.role_level', role_level, true);
  select app.sees_element(account, e) and app.standing_on(e.company_id, e.loan_id, account) is not null into is_seen
  from element e where e.company_id = company and e.id = element;
  perform set_config('app.role_level', '', true);
  return coalesce(is_seen, false);
end $$;

-- The people on a loan, each once, by the role with the widest view.
create function app.people_on_loan(company uuid, loan uuid)
  returns table (account_id uuid, level text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select distinct on (r.account_id) r.account_id, app.level_of(r.role)
    from loan_role r
    where r.company_id = people_on_loan.company and r.loan_id = people_on_loan.loan
      and company = app.company_id() and app.account_id() is null
    order by r.account_id,
      array_position(array['LENDER', 'BORROWER', 'APPLICANT', 'CONTACT'], app.level_of(r.role));
  end;

-- The unread messages of a conversation, for each reader: conversations are their members' own, and the worker is none.
create function app.unread_in_thread(thread uuid)
  returns table (account_id uuid, level text, message_id uuid, loan_id uuid, author_id uuid)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select k.account_id, coalesce(p.level, 'LENDER'), k.message_id, k.loan_id, g.author_id
    from message_mark k
    join message g on g.company_id = k.company_id and g.id = k.message_id
    join thread_member m on m.company_id = k.company_id and m.thread_id = k.thread_id
      and m.account_id = k.account_id
    left join app.people_on_loan(k.company_id, k.loan_id) p on p.account_id = k.account_id
    where k.company_id = app.company_id() and app.account_id() is null and k.thread_id = thread
      and k.read_at is null and not m.muted and g.created_at > now() - interval '3 days'
      and app.reaches_loan(k.company_id, k.loan_id, k.account_id);
  end;

-- Whether what a notification says is still so, and its reader may still know it.
create function app.notification_holds(n notification) returns boolean
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  e element;
begin
  if n.kind = 'MEMBER_REMOVED' then
    return not exists (select from loan_role r
      where r.company_id = n.company_id and r.loan_id = n.loan_id and r.account_id = n.account_id);
  end if;
  if not app.reaches_loan(n.company_id, n.loan_id, n.account_id) then
    return false;
  end if;
  if n.element_id is not null then
    if not app.sees_element_as(n.account_id, n.level, n.company_id, n.element_id) then
      return false;
    end if;
    select * into e from element where company_id = n.company_id and id = n.element_id;
    if e.in_trash then
      return false;
    end if;
  end if;
  return case n.kind
    when 'STATUS_CHANGED' then exists (select from loan l
      where l.company_id = n.company_id and l.id = n.loan_id and l.status = n.detail ->> 'status')
    when 'MEMBER_ADDED' then exists (select from loan_role r
      where r.company_id = n.company_id and r.loan_id = n.loan_id and r.account_id = n.account_id)
    when 'MESSAGE' then exists (select from message_mark k
      join thread_member m on m.company_id = k.company_id and m.thread_id = k.thread_id
        and m.account_id = k.account_id
      where k.company_id = n.company_id and k.account_id = n.account_id and k.message_id = n.message_id
        and k.read_at is null and not m.muted)
    when 'APPLICATION_SUBMITTED' then exists (select from loan_application a
      where a.company_id = n.company_id and a.loan_id = n.loan_id and a.state = 'SUBMITTED')
    when 'APPLICATION_DECIDED' then exists (select from loan_application a
      where a.company_id = n.company_id and a.loan_id = n.loan_id and a.state in ('ACCEPTED', 'REJECTED'))
    when 'REQUESTED' then not e.answered
    when 'REJECTED' then e.rejected_by is not null
    when 'APPROVED' then e.approved_by is not null
    when 'UPLOADED' then e.id is null or e.answered
    else true end;
end $$;

-- What one email or text message has to tell a person: wanted, still so, in no other one; of a topic that is not
-- gathered, its own event alone. Asked by the worker in its company's scope.
create function app.pending_notifications(reader uuid, of_topic text, channel text, digest uuid, only_event uuid)
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
        when 'EMAIL' then n.email and (n.emailed_as is null or n.emailed_as = digest)
        else n.sms and (n.texted_as is null or n.texted_as = digest) end
      and (n.detail ? 'always' or app.wants_notification(reader, of_topic, channel))
      and app.notification_holds(n);
  end;

-- Takes them into a digest. Two that run at once share them out: the second waits for the first and takes what is
-- left. A repeated step finds its own again.
create function app.claim_notifications(reader uuid, of_topic text, channel text, digest uuid, only_event uuid)
  returns setof uuid
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  taken uuid[];
begin
  perform from notification n
  where n.company_id = app.company_id() and n.account_id = reader and n.topic = of_topic
    and n.id in (select p.id from app.pending_notifications(reader, of_topic, channel, digest, only_event) p)
  order by n.id for update;
  -- Asked again, now that no other digest can take them.
  select array_agg(p.id) into taken
  from (select q.id from app.pending_notifications(reader, of_topic, channel, digest, only_event) q
    order by q.id limit 500) p;
  update notification n
  set emailed_as = case channel when 'EMAIL' then digest else n.emailed_as end,
    texted_as = case channel when 'EMAIL' then n.texted_as else digest end
  where n.company_id = app.company_id() and n.id = any (taken);
  return query select unnest(taken);
end $$;

-- Tells the open pages of one person that their bell changed: an event without an audit entry. By the worker, or by
-- that person.
create function app.publish_notification(p_company uuid, p_account uuid) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if not (p_account = app.account_id() or (p_company = app.company_id() and app.account_id() is null)) then
    raise exception 'publish_notification: not the caller''s' using errcode = 'insufficient_privilege';
  end if;
  insert into event (company_id, id, at, kind, account_id, staff_only, changes)
  values (p_company, uuidv7(), clock_timestamp(), 'notification.changed', p_account, false, array['notification']);
end $$;

revoke execute on function app.wants_notification, app.zone_of, app.sees_element_as, app.people_on_loan,
  app.unread_in_thread, app.notification_holds, app.pending_notifications, app.claim_notifications, app.publish_notification from public;
grant execute on function app.wants_notification, app.zone_of, app.sees_element_as, app.people_on_loan,
  app.unread_in_thread, app.notification_holds, app.pending_notifications, app.claim_notifications, app.publish_notification to cairn_app;

-- As in 0039, with notifications.
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
    -- The bell goes back this far.
    when 'notification' then
      delete from notification where ctid = any (array(
        select ctid from notification where created_at < now() - interval '90 days'
        order by created_at limit batch for update skip locked));
  end case;
  get diagnostics removed = row_count;
  return removed;
end $$;

-- What each module had for its own emails.
drop function app.claim_messages, app.untold_messages, app.hear_of_status, app.text_of_status, app.hear_of_message,
  app.text_of_message, app.message_news, app.hear_of_application, app.hears_of_parts, app.texted_of_parts;
alter table message_mark drop column emailed_as, drop column texted_as;
