-- One click in a mail program stops one kind of email, and summaries can be off. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table user_settings
  drop constraint user_settings_email_frequency_check,
  add constraint user_settings_email_frequency_check
    check (email_frequency in ('AT_ONCE', 'DAILY', 'WEEKLY', 'NEVER'));

-- As in 0051, without the emails that can wait where the person wants none of them.
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
        else coalesce(s.bell_uploads, true) end
      when 'EMAIL' then not (coalesce(s.email_frequency, 'AT_ONCE') = 'NEVER' and app.waits_for_digest(topic))
        and case topic
        when 'MEMBERS' then coalesce(s.send_email_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.send_email_app_message, true)
        when 'STATUS' then coalesce(s.send_email_loan_status, true)
        when 'REQUESTS' then coalesce(s.send_email_requests, true)
        when 'REMINDERS' then coalesce(s.send_email_requests, true)
        when 'REVIEWS' then coalesce(s.send_email_reviews, true)
        else coalesce(s.send_email_uploads, true) end
      else app.phone_of(a.id) is not null and case topic
        when 'MEMBERS' then coalesce(s.send_text_add_remove_user, true)
        when 'MESSAGES' then coalesce(s.send_text_app_message, true)
        when 'STATUS' then coalesce(s.send_text_loan_status, true)
        when 'REQUESTS' then coalesce(s.send_text_requests, true)
        when 'REMINDERS' then coalesce(s.send_text_requests, true)
        when 'REVIEWS' then coalesce(s.send_text_reviews, true)
        else coalesce(s.send_text_uploads, false) end
      end
    from account a
    left join user_settings s on s.account_id = a.id
    where a.id = account and not a.is_system and a.closed_at is null and app.account_id() is null
  );

-- Turns one kind of email off, and can do nothing else. True where it was on. The application has checked the link.
create function app.stop_emails(account uuid, topic text) returns boolean
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  was_on boolean;
begin
  if app.account_id() is not null then
    raise exception 'stop_emails: not for people' using errcode = 'insufficient_privilege';
  end if;
  perform from account a where a.id = account and not a.is_system and a.closed_at is null for key share;
  if not found then
    return false;
  end if;
  insert into user_settings (account_id) values (account) on conflict do nothing;
  select case topic
      when 'MEMBERS' then s.send_email_add_remove_user
      when 'MESSAGES' then s.send_email_app_message
      when 'STATUS' then s.send_email_loan_status
      when 'REQUESTS' then s.send_email_requests
      when 'REMINDERS' then s.send_email_requests
      when 'REVIEWS' then s.send_email_reviews
      when 'UPLOADS' then s.send_email_uploads
      when 'SUMMARY' then s.email_frequency <> 'NEVER'
    end into strict was_on
  from user_settings s where s.account_id = account for update;
  if was_on is not true then
    return false;
  end if;
  update user_settings s set
    send_email_add_remove_user = s.send_email_add_remove_user and topic <> 'MEMBERS',
    send_email_app_message = s.send_email_app_message and topic <> 'MESSAGES',
    send_email_loan_status = s.send_email_loan_status and topic <> 'STATUS',
    send_email_requests = s.send_email_requests and topic not in ('REQUESTS', 'REMINDERS'),
    send_email_reviews = s.send_email_reviews and topic <> 'REVIEWS',
    send_email_uploads = s.send_email_uploads and topic <> 'UPLOADS',
    email_frequency = case topic when 'SUMMARY' then 'NEVER' else s.email_frequency end,
    modified_at = now()
  where s.account_id = account;
  return true;
end $$;
revoke execute on function app.stop_emails from public;
grant execute on function app.stop_emails to cairn_app;
