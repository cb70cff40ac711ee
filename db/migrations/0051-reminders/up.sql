-- Due dates by company, template, loan and request, and reminders about them. why.md has the reasons.
set local role cairn_owner;
set local search_path to cairn;

-- A company without a row has the defaults: no lender has emails sent in its name before it says so.
create table reminder_policy (
  company_id uuid primary key references company on delete cascade,
  enabled boolean not null default false,
  -- Days until a new request is due, where neither the loan nor the template says it. Null: no due date.
  due_days int check (due_days between 1 and 365),
  days_before int not null default 1 check (days_before between 0 and 14),
  every_days int not null default 4 check (every_days between 1 and 30),
  max_reminders int not null default 5 check (max_reminders between 1 and 20),
  -- By the recipient's clock.
  send_at time not null default '09:00',
  on_weekends boolean not null default false,
  blackout_days date[] not null default '{}' check (cardinality(blackout_days) <= 100),
  modified_at timestamptz not null default now()
);

create table loan_reminder (
  company_id uuid not null,
  loan_id uuid not null,
  paused boolean not null default false,
  due_days int check (due_days between 1 and 365),
  modified_at timestamptz not null default now(),
  primary key (company_id, loan_id),
  foreign key (company_id, loan_id) references loan on delete cascade
);
create table loan_reminder_member (
  company_id uuid not null,
  loan_id uuid not null,
  account_id uuid not null references account,
  paused boolean not null default false,
  snoozed_until date,
  modified_at timestamptz not null default now(),
  primary key (company_id, loan_id, account_id),
  foreign key (company_id, loan_id) references loan on delete cascade
);

-- One digest for each person and day, whatever runs twice.
create table reminder (
  company_id uuid not null references company on delete cascade,
  id uuid not null default uuidv7() unique,
  account_id uuid not null references account,
  -- In the recipient's zone.
  day date not null,
  -- The event that its notifications belong to.
  event_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, account_id, day)
);
create table reminder_item (
  company_id uuid not null,
  reminder_id uuid not null,
  loan_id uuid not null,
  element_id uuid not null,
  account_id uuid not null,
  day date not null,
  -- A request with a new due date is reminded of anew.
  due_date date,
  created_at timestamptz not null default now(),
  primary key (company_id, reminder_id, element_id),
  foreign key (company_id, reminder_id) references reminder on delete cascade,
  foreign key (company_id, element_id) references element on delete cascade
);
create index reminder_item_element on reminder_item (company_id, element_id, account_id);
create index reminder_item_loan on reminder_item (company_id, loan_id, reminder_id desc);

alter table reminder_policy enable row level security;
alter table reminder_policy force row level security;
create policy seen on reminder_policy to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
alter table loan_reminder enable row level security;
alter table loan_reminder force row level security;
create policy seen on loan_reminder to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
alter table loan_reminder_member enable row level security;
alter table loan_reminder_member force row level security;
create policy seen on loan_reminder_member to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
alter table reminder enable row level security;
alter table reminder force row level security;
create policy seen on reminder for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
create policy written on reminder for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);
alter table reminder_item enable row level security;
alter table reminder_item force row level security;
create policy seen on reminder_item for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS');
create policy written on reminder_item for insert to cairn_app
  with check (company_id = (select app.company_id()) and (select app.account_id()) is null);
grant select, insert, update on reminder_policy, loan_reminder, loan_reminder_member to cairn_app;
grant select, insert on reminder, reminder_item to cairn_app;

-- Days until it is due, counted from its release. The most specific wins: request, loan, template, company.
alter table element add column due_days int check (due_days between 0 and 3650);

create function app.due_days_of(company uuid, loan uuid, template_days int) returns int
  language sql stable security definer set search_path = cairn, pg_temp
  return coalesce(
    (select r.due_days from loan_reminder r where r.company_id = company and r.loan_id = loan),
    template_days,
    (select p.due_days from reminder_policy p where p.company_id = company));

-- A request that the loan's phase holds back has no due date yet: the borrower's days begin with its release.
create function app.is_released(company uuid, loan uuid, phase text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return phase is null or exists (select from loan l
    where l.company_id = company and l.id = loan and l.released_to >= app.release_rank(phase));

create function app.due_when_released() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update element set due_date = current_date + due_days, version = version + 1, modified_at = now()
  where company_id = new.company_id and loan_id = new.id and due_days is not null and due_date is null
    and release_phase is not null and app.release_rank(release_phase) <= new.released_to
    and not answered and not in_trash;
  return null;
end $$;
create trigger due_when_released after update on loan
  for each row when (old.released_to < new.released_to) execute function app.due_when_released();

-- Companies with something open that is due about now, for the worker, before it enters any company.
create function app.companies_with_reminders(until date) returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select p.company_id from reminder_policy p
    where p.enabled
      and exists (select from element e
        where e.company_id = p.company_id and e.due_date <= until and not e.in_trash and e.target_id is null
          and not (e.answered and e.rejected_by is null
            and (e.approved_by is not null or e.answer_value is not null)));
  end;

alter table notification drop constraint notification_kind_check, drop constraint notification_topic_check;
alter table notification
  add constraint notification_kind_check check (kind in ('STATUS_CHANGED', 'MEMBER_ADDED', 'MEMBER_REMOVED',
    'MESSAGE', 'APPLICATION_SUBMITTED', 'APPLICATION_DECIDED', 'REQUESTED', 'REJECTED', 'APPROVED', 'UPLOADED',
    'FILE_BLOCKED', 'REMINDED')),
  add constraint notification_topic_check check (topic in ('MEMBERS', 'MESSAGES', 'STATUS', 'REQUESTS', 'REVIEWS',
    'UPLOADS', 'REMINDERS'));

-- As in 0050. Who wants emails about requests wants reminders of them.
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
      when 'EMAIL' then case topic
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

-- As in 0050, with reminders: still open, on a loan that still asks for it.
create or replace function app.notification_holds(n notification) returns boolean
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
    when 'REMINDED' then (not e.answered or e.rejected_by is not null)
      and (e.assigned_to is null or e.assigned_to = n.account_id)
      and app.asks_for_documents(n.company_id, n.loan_id)
    when 'REJECTED' then e.rejected_by is not null
    when 'APPROVED' then e.approved_by is not null
    when 'UPLOADED' then e.id is null or e.answered
    else true end;
end $$;

-- Not on hold, ended or archived.
create function app.asks_for_documents(company uuid, loan uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (select from loan l
    where l.company_id = company and l.id = loan and l.phase_category <> 'ARCHIVE'
      and l.status not in ('ON_HOLD', 'DECLINED', 'WITHDRAWN', 'PAID_OFF'));

revoke execute on function app.due_days_of, app.is_released, app.companies_with_reminders, app.asks_for_documents
  from public;
grant execute on function app.due_days_of, app.is_released, app.companies_with_reminders, app.asks_for_documents
  to cairn_app;
