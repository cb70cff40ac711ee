-- Files that visitors never submitted, licenses as answers, and saves of portal settings that meet. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table portal_settings add column version int not null default 1 check (version > 0);

-- A request for a driver's license is answered by the license of a person, which stays with the person.
alter table element
  drop constraint element_value_answers_a_question,
  add constraint element_value_answers_a_question check
    (answer_value is null or question_type is not null
      or (jsonb_typeof(answer_value) = 'object' and answer_value ?| array['doesNotApply', 'driversLicense']));

alter table anonymous_session add column swept_at timestamptz;
create index anonymous_session_to_sweep on anonymous_session (ends_at) where swept_at is null;

-- Of all companies, oldest first: those that can no longer be extended (app.find_anonymous_session).
create function app.anonymous_sessions_to_sweep(batch int) returns table (company_id uuid, id uuid)
  language sql stable security definer set search_path = cairn, pg_temp
begin atomic
  select s.company_id, s.id from anonymous_session s
  where s.swept_at is null and s.ends_at < now() - interval '7 days'
  order by s.ends_at limit batch;
end;
revoke execute on function app.anonymous_sessions_to_sweep from public;
grant execute on function app.anonymous_sessions_to_sweep to cairn_app;

-- Deletes the rows of what the visitor of one ended session removed or never submitted, and returns where the bytes are.
-- The application may not delete documents: which ones go is decided here. Null keys are of files that were blocked.
create function app.sweep_anonymous_session(company uuid, session uuid) returns table (document_id uuid, vault_key text)
  language plpgsql security definer set search_path = cairn, pg_temp as $$
#variable_conflict use_column
declare
  files uuid[];
begin
  update anonymous_session s set swept_at = now()
  where s.company_id = company and s.id = session and s.swept_at is null and s.ends_at < now() - interval '7 days';
  if not found then
    return;
  end if;
  select coalesce(array_agg(d.id), '{}') into files
  from document d
  join anonymous_session s on s.company_id = d.company_id and s.id = d.created_by
  where d.company_id = company and d.loan_id is null and d.created_by = session
    -- One that was submitted, and that an employee then deleted, is kept like every deleted document.
    and (d.removed_at is null or d.id <> all (s.document_ids))
    and not exists (select from shoebox_item i where i.company_id = d.company_id and i.document_id = d.id);
  update anonymous_session s
  set document_ids = array(select f.id from unnest(s.document_ids) with ordinality f (id, nr)
    where f.id <> all (files) order by f.nr)
  where s.company_id = company and s.id = session;
  return query
    with pdfs as (
      delete from document_pdf p where p.company_id = company and p.document_id = any (files)
      returning p.document_id, p.object_key)
    select p.document_id, p.object_key from pdfs p where p.object_key is not null;
  return query
    delete from document d where d.company_id = company and d.id = any (files) returning d.id, d.vault_key;
end $$;
revoke execute on function app.sweep_anonymous_session from public;
grant execute on function app.sweep_anonymous_session to cairn_app;
