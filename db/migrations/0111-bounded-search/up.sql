-- Excerpts whose cost has a bound, the newest documents of a word that is on many pages, and downloads counted by asking.
set local role cairn_owner;
set local search_path to cairn, app;

-- The words around a match. ts_headline compares every place of a phrase with every other: one page that repeats a word
-- kept it busy for a minute. It reads pieces of the text, the first that has all the words or else one of them. Pieces
-- overlap by more than what can be searched for, so that a phrase is whole in one of them.
create function app.excerpt(body text, phrases text[], beginning text, options text) returns text
  language plpgsql immutable parallel safe set search_path = pg_catalog as $$
declare
  length_of_piece constant int := 1500;
  overlap constant int := 300;
  wanted tsquery := app.text_query(phrases, beginning);
  one_of tsquery := app.text_query('{}', beginning);
  phrase text;
  piece text;
  words tsvector;
  first_with_one text;
begin
  foreach phrase in array phrases loop
    one_of := one_of || phraseto_tsquery('pg_catalog.english', phrase);
  end loop;
  for at in 0 .. (length(body) - 1) / (length_of_piece - overlap) loop
    piece := substr(body, at * (length_of_piece - overlap) + 1, length_of_piece);
    -- From the first whole word.
    if at > 0 then piece := regexp_replace(piece, '^\S*\s+', ''); end if;
    words := to_tsvector('pg_catalog.english', piece);
    if words @@ wanted then return ts_headline('pg_catalog.english', piece, wanted, options); end if;
    if first_with_one is null and words @@ one_of then first_with_one := piece; end if;
  end loop;
  return ts_headline('pg_catalog.english', coalesce(first_with_one, left(body, length_of_piece)), one_of, options);
end $$;

-- As in 0079, and of a word that is on more pages than `most` those of the newest documents.
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
        join document_page page on page.company_id = d.company_id and page.document_id = d.id
        where page.searchable @@ wanted order by page.document_id desc, page.page limit most) p
      group by 1, 2, 3;
  end if;
end $$;

-- Downloads that a person asked for within a day, and those under way.
create index package_file_of_asker on package_file (asked_by, asked_at) where job_id is not null;
