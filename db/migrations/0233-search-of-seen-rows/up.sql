-- What people outside a company search: only what they see. why.md says why.
set local role cairn_owner;
set local search_path to cairn, app;

-- As in 0143, but that requests and files are those that the person sees.
create or replace function app.found_by_name(
  kind text, longest text, words text[], is_close boolean, most int
) returns table (company_id uuid, id uuid)
  language plpgsql stable security definer set search_path = cairn, app, pg_temp
  set pg_trgm.word_similarity_threshold = 0.35 as $$
declare
  -- Of the operator's candidates.
  looked_at constant int := 2000;
  outside boolean := not app.is_platform() and app.company_id() is null;
  mine text := '(select distinct r.company_id, r.loan_id from loan_role r
    where r.account_id = app.account_id() and app.level_of(r.role) = app.role_level()) mine';
  named text;
  source text;
  found_id text := 't.id';
  latest text := 't.modified_at desc, t.id';
  matches text := case when is_close then 'operator(app.%>)' else 'like' end;
  -- Typing errors rarely are in the first letter: without this, "akery" would be close to every bakery.
  condition text := 'app.search_text(%1$s) %2$s $1 and app.search_text(%1$s) %2$s all ($2)' || case when is_close then
    ' and app.search_text(%1$s) like all (select ''%% '' || left(w, 1) || ''%%'' from unnest($2) w)' else '' end;
begin
  case kind
    when 'LOAN' then
      named := 't.short_code || '' '' || t.name';
      source := 'loan t' || case when outside then ' join ' || mine
        || ' on mine.company_id = t.company_id and mine.loan_id = t.id' else '' end;
    when 'REQUEST' then
      named := case when outside then 'coalesce(t.borrower_title, t.title)' else 't.title' end;
      source := 'element t' || case when outside then ' join ' || mine
        || ' on mine.company_id = t.company_id and mine.loan_id = t.loan_id
          and not t.in_trash and app.sees_element(app.account_id(), t)' else '' end;
    when 'FILE' then
      named := 't.name';
      found_id := 'e.id';
      source := 'document t join element e on e.company_id = t.company_id and e.answer_document_id = t.id'
        || case when outside then ' join ' || mine
        || ' on mine.company_id = e.company_id and mine.loan_id = e.loan_id
          and not e.in_trash and app.sees_element(app.account_id(), e)' else '' end;
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
  condition := format(condition, named, matches) ||
    case when kind = 'REQUEST' then ' and t.storage_type = ''FILE''' else '' end;
  if app.is_platform() then
    -- Of all companies: reading every row that has the words, to find the newest, would grow with their number.
    source := format('(select %s from %s where %s limit %s) t',
      case kind when 'FILE' then 't.company_id, e.id, t.name, t.modified_at' else 't.*' end,
      source, condition, looked_at);
    if kind = 'FILE' then found_id := 't.id'; end if;
  end if;
  return query execute format('select t.company_id, %s from %s where %s and %s order by %s limit $3',
    found_id, source, case when outside or app.is_platform() then 'true' else 't.company_id = app.company_id()' end,
    condition, latest)
    using longest, words, most;
end $$;

-- As in 0111, but that a person outside finds the current bytes of what they see.
create or replace function app.documents_with_text(phrases text[], beginning text, most int)
  returns table (company_id uuid, document_id uuid, version int, pages int[])
  language plpgsql stable security definer set search_path = cairn, app, pg_temp as $$
#variable_conflict use_column
declare
  wanted tsquery := app.text_query(phrases, beginning);
begin
  if numnode(wanted) = 0 then return; end if;
  if app.is_platform() then
    return query select p.company_id, p.document_id, p.version, array_agg(p.page order by p.page)
      from (select * from document_page where searchable @@ wanted
        order by document_id desc, page limit most) p group by 1, 2, 3;
  elsif app.company_id() is not null then
    return query select p.company_id, p.document_id, p.version, array_agg(p.page order by p.page)
      from (select * from document_page where company_id = app.company_id() and searchable @@ wanted
        order by document_id desc, page limit most) p
      group by 1, 2, 3;
  else
    return query select p.company_id, p.document_id, p.version, array_agg(p.page order by p.page)
      from (
        select page.* from (select distinct r.company_id, r.loan_id from loan_role r
          where r.account_id = app.account_id() and app.level_of(r.role) = app.role_level()) mine
        join document d on d.company_id = mine.company_id and d.loan_id = mine.loan_id
          and d.removed_at is null and d.virus_scan_state = 'CLEAN'
          and (exists (select from element e where e.company_id = d.company_id and e.answer_document_id = d.id
              and not e.in_trash and app.sees_element(app.account_id(), e))
            or exists (select from shoebox_item i where i.company_id = d.company_id and i.document_id = d.id
              and i.filed_at is null and i.deleted_at is null and app.sees_shoebox_item(i)))
        join document_page page on page.company_id = d.company_id and page.document_id = d.id
          and page.version = d.version
        where page.searchable @@ wanted order by page.document_id desc, page.page limit most) p
      group by 1, 2, 3;
  end if;
end $$;
