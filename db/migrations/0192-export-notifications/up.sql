-- The bell tells people that a download which they asked for is ready, or could not be prepared. why.md has the reasons.
set local role cairn_owner;
set local search_path to cairn;

alter table notification
  drop constraint notification_kind_check,
  add constraint notification_kind_check check (kind in ('STATUS_CHANGED', 'MEMBER_ADDED', 'MEMBER_REMOVED', 'MESSAGE',
    'APPLICATION_SUBMITTED', 'APPLICATION_DECIDED', 'REQUESTED', 'REJECTED', 'APPROVED', 'UPLOADED', 'FILE_BLOCKED',
    'FILE_UNREADABLE', 'REMINDED', 'NOTE', 'EXPORTED')),
  drop constraint notification_topic_check,
  add constraint notification_topic_check check (topic in ('MEMBERS', 'MESSAGES', 'STATUS', 'REQUESTS', 'REVIEWS',
    'UPLOADS', 'REMINDERS', 'EXPORTS'));

alter table user_settings add column bell_exports boolean not null default true;

-- As in 0091. What became of a download is in the bell only.
create or replace function app.wants_notification(account uuid, topic text, channel text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return (
    select case channel
      when 'BELL' then case topic
        when 'MEMBERS' then coalesce(s.bell_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.bell_app_message, true)
        when 'STATUS' then coalesce(s.bell_loan_status, true)
        when 'REQUESTS' then coalesce(s.bell_requests, true)
        when 'REMINDERS' then coalesce(s.bell_requests, true)
        when 'REVIEWS' then coalesce(s.bell_reviews, true)
        when 'EXPORTS' then coalesce(s.bell_exports, true)
        else coalesce(s.bell_uploads, true) end
      when 'EMAIL' then not (coalesce(s.email_frequency, 'AT_ONCE') = 'NEVER' and app.waits_for_digest(topic))
        and case topic
        when 'MEMBERS' then coalesce(s.send_email_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.send_email_app_message, true)
        when 'STATUS' then coalesce(s.send_email_loan_status, true)
        when 'REQUESTS' then coalesce(s.send_email_requests, true)
        when 'REMINDERS' then coalesce(s.send_email_requests, true)
        when 'REVIEWS' then coalesce(s.send_email_reviews, true)
        when 'EXPORTS' then false
        else coalesce(s.send_email_uploads, true) end
      else app.phone_of(a.id) is not null and case topic
        when 'MEMBERS' then coalesce(s.send_text_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.send_text_app_message, true)
        when 'STATUS' then coalesce(s.send_text_loan_status, true)
        when 'REQUESTS' then coalesce(s.send_text_requests, true)
        when 'REMINDERS' then coalesce(s.send_text_requests, true)
        when 'REVIEWS' then coalesce(s.send_text_reviews, true)
        when 'EXPORTS' then false
        else coalesce(s.send_text_uploads, false) end
      end
    from account a
    left join user_settings s on s.account_id = a.id
    where a.id = account and not a.is_system and a.closed_at is null and app.account_id() is null
  );

-- As in 0067. A person who asks for a download wants to hear of it, however quiet the loan is.
create or replace function app.is_muted(company uuid, loan uuid, account uuid, topic text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return topic not in ('MEMBERS', 'REMINDERS', 'EXPORTS') and company = app.company_id() and app.account_id() is null
    and exists (select from loan_mute m
      where m.company_id = company and m.loan_id = loan and m.account_id = account);

-- As in 0050, and says which pages show a toast.
create function app.publish_notification(p_company uuid, p_account uuid, p_kind text) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if not (p_account = app.account_id() or (p_company = app.company_id() and app.account_id() is null)) then
    raise exception 'publish_notification: not the caller''s' using errcode = 'insufficient_privilege';
  end if;
  if p_kind not in ('notification.changed', 'notification.exported') then
    raise exception 'publish_notification: of another kind' using errcode = 'check_violation';
  end if;
  insert into event (company_id, id, at, kind, account_id, staff_only, changes)
  values (p_company, uuidv7(), clock_timestamp(), p_kind, p_account, false, array['notification']);
end $$;
-- The release before calls it with two arguments.
create or replace function app.publish_notification(p_company uuid, p_account uuid) returns void
  language sql set search_path = cairn, pg_temp
  return app.publish_notification(p_company, p_account, 'notification.changed');
revoke execute on function app.publish_notification(uuid, uuid, text) from public;
grant execute on function app.publish_notification(uuid, uuid, text) to cairn_app;
