-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace
  and c.relname in ('message_thread', 'thread_member', 'message', 'message_mark', 'message_draft')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Stored counts of a conversation equal a count.
select m.company_id, m.thread_id, m.account_id as miscounted
from cairn.thread_member m
  cross join lateral (
    select (count(*) filter (where k.read_at is null))::int as unread,
      (count(*) filter (where k.important))::int as important
    from cairn.message_mark k
    where k.company_id = m.company_id and k.thread_id = m.thread_id
      and k.account_id = m.account_id) counted
where m.unread <> counted.unread or m.important <> counted.important;

-- A conversation is listed by its last message.
select t.company_id, t.id as last_is_another
from cairn.message_thread t
where t.last_message_id is distinct from (
  select m.id from cairn.message m where m.company_id = t.company_id and m.thread_id = t.id
  order by m.created_at desc, m.id desc limit 1);

-- The author of a message is a member of its conversation.
select m.company_id, m.id as written_by_a_stranger
from cairn.message m
where not exists (select from cairn.thread_member k
  where k.company_id = m.company_id and k.thread_id = m.thread_id and k.account_id = m.author_id);
