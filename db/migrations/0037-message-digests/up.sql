-- Messages are gathered into one email or text message for each reader. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- The digest that tells the reader of this message, by email and by text message.
alter table message_mark add column emailed_as uuid, add column texted_as uuid;

-- Whether a stranger is behind a loan: an application that no employee has opened.
create function app.is_unreviewed(company uuid, loan uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_application a
    where a.company_id = company and a.loan_id = loan and a.review_started_at is null
  );

-- What a reader has still to be told of: unread, not muted, wanted, still theirs to read, in no other digest.
-- Asked by the worker in its company's scope.
create function app.untold_messages(reader uuid, channel text, digest uuid)
  returns table (message_id uuid, age_seconds float8, claimed boolean)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select k.message_id, extract(epoch from now() - g.created_at)::float8,
      case channel when 'EMAIL' then k.emailed_as else k.texted_as end is not null
    from message_mark k
    join message g on g.company_id = k.company_id and g.id = k.message_id
    join thread_member m on m.company_id = k.company_id and m.thread_id = k.thread_id
      and m.account_id = k.account_id
    left join user_settings s on s.account_id = k.account_id
    where k.company_id = app.company_id() and app.account_id() is null and k.account_id = reader
      and k.read_at is null and not m.muted
      -- What was unread before digests came in was told when it was written.
      and g.created_at > now() - interval '3 days'
      and case channel
        when 'EMAIL' then (k.emailed_as is null or k.emailed_as = digest)
          and coalesce(s.send_email_app_message, true)
        else (k.texted_as is null or k.texted_as = digest)
          and coalesce(s.send_text_app_message, true) and app.phone_of(k.account_id) is not null
      end
      and app.reaches_loan(k.company_id, k.loan_id, k.account_id);
  end;

-- Takes them into a digest. Two that run at once share them out: the second waits for the first and takes
-- what is left. A repeated step finds its own again.
create function app.claim_messages(reader uuid, channel text, digest uuid)
  returns table (message_id uuid, loan_id uuid, loan_name text, company_name text, thread_id uuid,
    author_id uuid, author_name text, unreviewed boolean)
  language plpgsql security definer set search_path = cairn, pg_temp as $$
#variable_conflict use_column
declare
  claimed uuid[];
begin
  perform from message_mark k
  where k.company_id = app.company_id() and k.account_id = reader
    and k.message_id in (select u.message_id from app.untold_messages(reader, channel, digest) u)
  order by k.message_id for update;
  -- Asked again, now that nobody else can take them.
  select array_agg(u.message_id) into claimed
  from (select message_id from app.untold_messages(reader, channel, digest)
    order by message_id limit 500) u;
  update message_mark k
  set emailed_as = case channel when 'EMAIL' then digest else k.emailed_as end,
    texted_as = case channel when 'EMAIL' then k.texted_as else digest end
  where k.company_id = app.company_id() and k.account_id = reader and k.message_id = any (claimed);
  return query
    select g.id, l.id, l.name, c.name, g.thread_id, g.author_id,
      nullif(concat_ws(' ', p.given_name, p.family_name), ''), app.is_unreviewed(l.company_id, l.id)
    from message g
    join loan l on l.company_id = g.company_id and l.id = g.loan_id
    join company c on c.id = g.company_id
    join person p on p.company_id = g.company_id and p.account_id = g.author_id
    where g.company_id = app.company_id() and g.id = any (claimed)
    order by g.id;
end $$;
revoke execute on function app.is_unreviewed, app.untold_messages, app.claim_messages from public;
grant execute on function app.is_unreviewed, app.untold_messages, app.claim_messages to cairn_app;
