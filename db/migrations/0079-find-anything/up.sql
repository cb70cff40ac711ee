-- Search by name over loans, people, entities, requests and file names, and by text over messages and pages of documents.
set local role cairn_owner;
set local search_path to cairn, app;

create index entity_words on entity
  using gin (company_id, app.search_text(name) app.gin_trgm_ops);
create index person_words on person
  using gin (company_id, app.search_text(coalesce(given_name, '') || ' ' || coalesce(family_name, '')
    || ' ' || email_address) app.gin_trgm_ops);
create index message_text on message using gin (company_id,
  to_tsvector('pg_catalog.english', body || ' ' || coalesce(forwarded_body, '')));

-- The candidates of a search by name, as in 0012: row security keeps the application's role from the trigram indexes, so
-- this runs as the owner, within the caller's company or loans, and tells ids only. The query around it reads the rows
-- under row security and its own clause. Dynamic, from constant texts: one statement for each kind of row and of caller,
-- planned for the words at hand.
--   is_close: words that are close to those given, for a search that found nothing by their beginnings.
create function app.found_by_name(
  kind text, longest text, words text[], is_close boolean, most int
) returns table (company_id uuid, id uuid)
  language plpgsql stable security definer set search_path = cairn, app, pg_temp
  set pg_trgm.word_similarity_threshold = 0.35 as $$
declare
  outside boolean := not app.is_platform() and app.company_id() is null;
  mine text := '(select distinct r.company_id, r.loan_id from loan_role r
    where r.account_id = app.account_id() and app.level_of(r.role) = app.role_level()) mine';
  named text;
  source text;
  found_id text := 't.id';
  latest text := 't.modified_at desc, t.id';
  matches text := case when is_close then 'operator(app.%>)' else 'like' end;
begin
  case kind
    when 'LOAN' then
      named := 't.short_code || '' '' || t.name';
      source := 'loan t' || case when outside then ' join ' || mine
        || ' on mine.company_id = t.company_id and mine.loan_id = t.id' else '' end;
    when 'REQUEST' then
      named := case when outside then 'coalesce(t.borrower_title, t.title)' else 't.title' end;
      source := 'element t' || case when outside then ' join ' || mine
        || ' on mine.company_id = t.company_id and mine.loan_id = t.loan_id' else '' end;
    when 'FILE' then
      named := 't.name';
      found_id := 'e.id';
      source := 'document t join element e on e.company_id = t.company_id and e.answer_document_id = t.id'
        || case when outside then ' join ' || mine
        || ' on mine.company_id = e.company_id and mine.loan_id = e.loan_id' else '' end;
    when 'ENTITY' then
      named := 't.name';
      source := 'entity t' || case when outside then ' join (
        select distinct le.company_id, le.entity_id from ' || mine || ' join loan_entity le
          on le.company_id = mine.company_id and le.loan_id = mine.loan_id) known
        on known.company_id = t.company_id and known.entity_id = t.id' else '' end;
    when 'PERSON' then
      named := 'coalesce(t.given_name, '''') || '' '' || coalesce(t.family_name, '''') || '' '' || t.email_address';
      found_id := 't.account_id';
      latest := 't.account_id';
      source := 'person t' || case when outside then ' join (
        select distinct theirs.company_id, theirs.account_id from ' || mine || ' join loan_role theirs
          on theirs.company_id = mine.company_id and theirs.loan_id = mine.loan_id) known
        on known.company_id = t.company_id and known.account_id = t.account_id' else '' end;
  end case;
  return query execute format(
    'select t.company_id, %1$s from %2$s where %3$s %4$s
       and app.search_text(%5$s) %6$s $1 and app.search_text(%5$s) %6$s all ($2)
       %8$s
     order by %7$s limit $3',
    found_id, source,
    case when outside or app.is_platform() then 'true' else 't.company_id = app.company_id()' end,
    case when kind = 'REQUEST' then 'and t.storage_type = ''FILE''' else '' end,
    named, matches, latest,
    -- Typing errors rarely are in the first letter: without this, "akery" would be close to every bakery.
    case when is_close then format('and app.search_text(%s) like all (
      select ''%% '' || left(w, 1) || ''%%'' from unnest($2) w)', named) else '' end)
    using longest, words, most;
end $$;

-- Words in the order given, and the beginning of another. Words that say nothing ("the") are left out.
create function app.text_query(phrases text[], beginning text) returns tsquery
  language plpgsql immutable parallel safe as $$
declare
  wanted tsquery := '';
  phrase text;
begin
  foreach phrase in array phrases loop
    wanted := wanted && phraseto_tsquery('pg_catalog.english', phrase);
  end loop;
  if beginning <> '' then
    wanted := wanted && to_tsquery('pg_catalog.english', '''' || replace(beginning, '''', '''''') || ''':*');
  end if;
  return wanted;
end $$;

-- Documents with their pages that have the text. Not of a word that is on more pages than `most`: those found first.
create function app.documents_with_text(phrases text[], beginning text, most int)
  returns table (company_id uuid, document_id uuid, version int, pages int[])
  language plpgsql stable security definer set search_path = cairn, app, pg_temp as $$
#variable_conflict use_column
declare
  wanted tsquery := app.text_query(phrases, beginning);
begin
  if numnode(wanted) = 0 then return; end if;
  if app.is_platform() then
    return query select p.company_id, p.document_id, p.version, array_agg(p.page order by p.page)
      from (select * from document_page where searchable @@ wanted limit most) p group by 1, 2, 3;
  elsif app.company_id() is not null then
    return query select p.company_id, p.document_id, p.version, array_agg(p.page order by p.page)
      from (select * from document_page where company_id = app.company_id() and searchable @@ wanted limit most) p
      group by 1, 2, 3;
  else
    return query select p.company_id, p.document_id, p.version, array_agg(p.page order by p.page)
      from (
        select page.* from (select distinct r.company_id, r.loan_id from loan_role r
          where r.account_id = app.account_id() and app.level_of(r.role) = app.role_level()) mine
        join document d on d.company_id = mine.company_id and d.loan_id = mine.loan_id
        join document_page page on page.company_id = d.company_id and page.document_id = d.id
        where page.searchable @@ wanted limit most) p
      group by 1, 2, 3;
  end if;
end $$;

-- Of the conversations that the caller is part of.
create function app.messages_with_text(phrases text[], beginning text, most int)
  returns table (company_id uuid, id uuid)
  language plpgsql stable security definer set search_path = cairn, app, pg_temp as $$
#variable_conflict use_column
declare
  wanted tsquery := app.text_query(phrases, beginning);
begin
  if numnode(wanted) = 0 or app.account_id() is null then return; end if;
  if app.company_id() is not null then
    return query select m.company_id, m.id from message m
      where m.company_id = app.company_id()
        and to_tsvector('pg_catalog.english', m.body || ' ' || coalesce(m.forwarded_body, '')) @@ wanted
        and exists (select from thread_member t where t.company_id = m.company_id
          and t.thread_id = m.thread_id and t.account_id = app.account_id())
      limit most;
  else
    return query select m.company_id, m.id from thread_member t
      join message m on m.company_id = t.company_id and m.thread_id = t.thread_id
      where t.account_id = app.account_id()
        and to_tsvector('pg_catalog.english', m.body || ' ' || coalesce(m.forwarded_body, '')) @@ wanted
      limit most;
  end if;
end $$;

-- app.loans_with_words and app.elements_with_words stay for the web processes of the version before, which search by them
-- while an upgrade is under way. The next release drops them.
revoke execute on function app.found_by_name, app.documents_with_text, app.messages_with_text from public;
grant execute on function app.found_by_name, app.documents_with_text, app.messages_with_text to cairn_app;
