-- Messages: conversations of people on a loan, what each has read of them, and what is not sent yet.
set local role cairn_owner;
set local search_path to cairn;

create table message_thread (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  subject text check (length(subject) between 1 and 255),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- Kept by the messages themselves; a conversation that lost its last one is gone.
  last_message_id uuid,
  last_message_at timestamptz,
  primary key (company_id, id),
  unique (company_id, loan_id, id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, created_by) references person
);

-- Whoever a conversation was begun with, and how many of its messages they have not read or keep as important.
create table thread_member (
  company_id uuid not null,
  thread_id uuid not null,
  account_id uuid not null,
  loan_id uuid not null,
  muted boolean not null default false,
  unread int not null default 0 check (unread >= 0),
  important int not null default 0 check (important >= 0),
  primary key (company_id, thread_id, account_id),
  foreign key (company_id, loan_id, thread_id) references message_thread (company_id, loan_id, id)
    on delete cascade,
  foreign key (company_id, account_id) references person
);
create index thread_member_account on thread_member (account_id, company_id, thread_id);
create index thread_member_unread on thread_member (account_id) where unread > 0;

create table message (
  company_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  loan_id uuid not null,
  author_id uuid not null,
  body text not null check (length(body) between 1 and 20000),
  -- Somebody else's words, as they stood when they were passed on: whoever reads them here may not see
  -- the conversation that they come from.
  forwarded_body text,
  forwarded_author_id uuid,
  forwarded_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, loan_id, thread_id) references message_thread (company_id, loan_id, id)
    on delete cascade,
  foreign key (company_id, author_id) references person,
  foreign key (company_id, forwarded_author_id) references person,
  check (num_nonnulls(forwarded_body, forwarded_author_id, forwarded_at) in (0, 3))
);
create index message_of_thread on message (company_id, thread_id, created_at desc, id desc);
alter table message_thread add foreign key (company_id, last_message_id) references message
  on delete set null (last_message_id);
create index message_thread_loan on message_thread (company_id, loan_id, last_message_at desc, id desc);
create index message_thread_last on message_thread (company_id, last_message_id);

-- What a message is to each member.
create table message_mark (
  company_id uuid not null,
  account_id uuid not null,
  message_id uuid not null,
  thread_id uuid not null,
  loan_id uuid not null,
  read_at timestamptz,
  important boolean not null default false,
  primary key (company_id, account_id, message_id),
  foreign key (company_id, message_id) references message on delete cascade,
  foreign key (company_id, thread_id, account_id) references thread_member on delete cascade
);
create index message_mark_message on message_mark (company_id, message_id);
create index message_mark_unread on message_mark (company_id, account_id, thread_id) where read_at is null;

-- One for each conversation, and one for a new one on each loan.
create table message_draft (
  company_id uuid not null,
  id uuid not null,
  account_id uuid not null,
  loan_id uuid not null,
  thread_id uuid,
  user_ids uuid[] not null default '{}',
  subject text check (length(subject) between 1 and 255),
  body text not null check (length(body) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (company_id, id),
  unique nulls not distinct (company_id, account_id, loan_id, thread_id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, account_id) references person,
  foreign key (company_id, loan_id, thread_id) references message_thread (company_id, loan_id, id)
    on delete cascade
);
create index message_draft_thread on message_draft (company_id, loan_id, thread_id);

-- Two who write or delete in a conversation at the same time wait for each other here and nowhere else: whoever
-- deletes its last message does not take along one that comes in the same moment.
create function app.hold_thread() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  held message := case tg_op when 'DELETE' then old else new end;
begin
  perform from message_thread t
  where t.company_id = held.company_id and t.id = held.thread_id for update;
  return held;
end $$;
create trigger a_thread_held before insert or delete on message
  for each row execute function app.hold_thread();

-- A new message is unread to every other member, and is what the conversation is listed by. These run as
-- the owner: nobody writes what is another person's.
create function app.deliver_message() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update message_thread t set last_message_id = new.id, last_message_at = new.created_at
  where t.company_id = new.company_id and t.id = new.thread_id
    and (t.last_message_at is null or t.last_message_at <= new.created_at);
  insert into message_mark (company_id, account_id, message_id, thread_id, loan_id, read_at)
  select m.company_id, m.account_id, new.id, m.thread_id, m.loan_id,
    case when m.account_id = new.author_id then new.created_at end
  from thread_member m
  where m.company_id = new.company_id and m.thread_id = new.thread_id;
  return null;
end $$;
create trigger message_delivered after insert on message
  for each row execute function app.deliver_message();

create function app.withdraw_message() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  previous record;
begin
  select m.id, m.created_at into previous from message m
  where m.company_id = old.company_id and m.thread_id = old.thread_id
  order by m.created_at desc, m.id desc limit 1;
  if previous.id is null then
    delete from message_thread t where t.company_id = old.company_id and t.id = old.thread_id;
  else
    update message_thread t set last_message_id = previous.id, last_message_at = previous.created_at
    where t.company_id = old.company_id and t.id = old.thread_id;
  end if;
  return null;
end $$;
create trigger message_withdrawn after delete on message
  for each row execute function app.withdraw_message();

create function app.count_marks() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  mark message_mark := case tg_op when 'DELETE' then old else new end;
  unread_now int := case tg_op when 'DELETE' then 0 else (new.read_at is null)::int end;
  unread_before int := case tg_op when 'INSERT' then 0 else (old.read_at is null)::int end;
  important_now int := case tg_op when 'DELETE' then 0 else new.important::int end;
  important_before int := case tg_op when 'INSERT' then 0 else old.important::int end;
begin
  if unread_now = unread_before and important_now = important_before then return null; end if;
  update thread_member m set
    unread = m.unread + unread_now - unread_before,
    important = m.important + important_now - important_before
  where m.company_id = mark.company_id and m.thread_id = mark.thread_id
    and m.account_id = mark.account_id;
  return null;
end $$;
create trigger marks_counted after insert or update or delete on message_mark
  for each row execute function app.count_marks();

-- Who sees what: members, and only while the loan is theirs to see. The company's staff see every loan, and
-- of its messages no more than anybody else: those that they are part of.
create function app.in_thread(company uuid, thread uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from thread_member m
    where m.company_id = company and m.thread_id = thread and m.account_id = app.account_id()
  );
-- Members are named by whoever begins a conversation, before anything is said in it.
create function app.begins_thread(company uuid, thread uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from message_thread t
    where t.company_id = company and t.id = thread and t.created_by = app.account_id()
      and t.last_message_id is null
  );
-- Has a part in the loan, or works for its company.
create function app.reaches_loan(company uuid, loan uuid, account uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from account a
    where a.id = account and not a.is_system and a.closed_at is null
      and (exists (select from loan_role r
          where r.company_id = company and r.loan_id = loan and r.account_id = a.id)
        or exists (select from employee e where e.company_id = company and e.account_id = a.id))
  );

alter table message_thread enable row level security;
alter table message_thread force row level security;
create policy seen on message_thread for select to cairn_app
  using ((company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
    and app.in_thread(company_id, id));
create policy begun on message_thread for insert to cairn_app
  with check (created_by = (select app.account_id())
    and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id)));

alter table thread_member enable row level security;
alter table thread_member force row level security;
create policy seen on thread_member for select to cairn_app
  using ((company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
    and (account_id = (select app.account_id()) or app.in_thread(company_id, thread_id)));
create policy named on thread_member for insert to cairn_app
  with check (app.begins_thread(company_id, thread_id)
    and app.reaches_loan(company_id, loan_id, account_id)
    -- Who works for the company without a part in the loan, its own staff know and nobody else.
    and (company_id = (select app.company_id()) or exists (select from loan_role r
      where r.company_id = thread_member.company_id and r.loan_id = thread_member.loan_id
        and r.account_id = thread_member.account_id)));
create policy muted on thread_member for update to cairn_app
  using (account_id = (select app.account_id())
    and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id)));

alter table message enable row level security;
alter table message force row level security;
create policy seen on message for select to cairn_app
  using ((company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
    and app.in_thread(company_id, thread_id));
create policy written on message for insert to cairn_app
  with check (author_id = (select app.account_id())
    and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
    and app.in_thread(company_id, thread_id));
create policy changed on message for update to cairn_app
  using (author_id = (select app.account_id())
    and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
    and app.in_thread(company_id, thread_id));
create policy withdrawn on message for delete to cairn_app
  using (author_id = (select app.account_id())
    and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id))
    and app.in_thread(company_id, thread_id));

alter table message_mark enable row level security;
alter table message_mark force row level security;
create policy own on message_mark to cairn_app
  using (account_id = (select app.account_id())
    and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id)));

alter table message_draft enable row level security;
alter table message_draft force row level security;
create policy own on message_draft to cairn_app
  using (account_id = (select app.account_id())
    and (company_id = (select app.company_id()) or app.holds_role(company_id, loan_id)));

grant select, insert on message_thread, thread_member to cairn_app;
grant update (muted) on thread_member to cairn_app;
grant select, insert, delete on message to cairn_app;
grant update (body, updated_at) on message to cairn_app;
grant select on message_mark to cairn_app;
grant update (read_at, important) on message_mark to cairn_app;
grant select, insert, update, delete on message_draft to cairn_app;

-- The other members' open pages, each told for itself: an event of the loan would tell everybody on it that
-- somebody writes. Only a member may; whoever lost the loan meanwhile hears nothing.
create function app.tell_members(company uuid, thread uuid, p_kind text, p_changes text[])
  returns setof uuid
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if not app.in_thread(company, thread) then
    raise exception 'tell_members: not a member' using errcode = 'insufficient_privilege';
  end if;
  return query
    insert into event (company_id, id, at, kind, loan_id, account_id, staff_only, changes)
    select m.company_id, uuidv7(), clock_timestamp(), p_kind, m.loan_id, m.account_id, false, p_changes
    from thread_member m
    where m.company_id = company and m.thread_id = thread and m.account_id <> app.account_id()
      and app.reaches_loan(m.company_id, m.loan_id, m.account_id)
    returning account_id;
end $$;

-- For the letters, which the worker writes for its own company: the members who want one, have not muted
-- the conversation, have not read the message meanwhile and still see the loan.
create function app.hear_of_message(message uuid) returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select k.account_id
    from message_mark k
    join thread_member m on m.company_id = k.company_id and m.thread_id = k.thread_id
      and m.account_id = k.account_id
    left join user_settings s on s.account_id = k.account_id
    where k.company_id = app.company_id() and k.message_id = message and k.read_at is null
      and not m.muted and coalesce(s.send_email_app_message, true)
      and app.reaches_loan(k.company_id, k.loan_id, k.account_id);
  end;
create function app.message_news(message uuid)
  returns table (loan_id uuid, loan_name text, company_name text, thread_id uuid, author_name text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select l.id, l.name, c.name, m.thread_id,
      coalesce(nullif(concat_ws(' ', p.given_name, p.family_name), ''), p.email_address)
    from message m
    join loan l on l.company_id = m.company_id and l.id = m.loan_id
    join company c on c.id = m.company_id
    join person p on p.company_id = m.company_id and p.account_id = m.author_id
    where m.company_id = app.company_id() and m.id = message and app.account_id() is null;
  end;
revoke execute on function app.tell_members, app.hear_of_message, app.message_news from public;
grant execute on function app.tell_members, app.hear_of_message, app.message_news to cairn_app;
