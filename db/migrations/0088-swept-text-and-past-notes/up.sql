-- A visitor's file that was read on arrival goes with its text and thumbnails; a past answer keeps its note. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table past_answer add column note text check (length(note) between 1 and 1000);

-- As in 0069, with what 0070 derives from a document.
create or replace function app.sweep_anonymous_session(company uuid, session uuid)
  returns table (document_id uuid, vault_key text)
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
  -- Locked: the pipeline saves no page of a document that is deleted here.
  perform from document d
  where d.company_id = company and d.loan_id is null and d.created_by = session
  order by d.id for update;
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
  delete from document_page p where p.company_id = company and p.document_id = any (files);
  return query
    with thumbnails as (
      delete from document_thumbnails t where t.company_id = company and t.document_id = any (files)
      returning t.document_id, t.object_key)
    select t.document_id, t.object_key from thumbnails t;
  return query
    with pdfs as (
      delete from document_pdf p where p.company_id = company and p.document_id = any (files)
      returning p.document_id, p.object_key)
    select p.document_id, p.object_key from pdfs p where p.object_key is not null;
  return query
    delete from document d where d.company_id = company and d.id = any (files) returning d.id, d.vault_key;
end $$;

-- Another address of an invited person is another invitation: what was handed to the first goes to the second.
create function app.move_handed_over(company uuid, loan uuid, from_invitation uuid, to_invitation uuid) returns void
  language sql security definer set search_path = cairn, pg_temp
begin atomic
  update element set assigned_invitation_id = to_invitation, version = version + 1, modified_at = now()
  where company_id = company and loan_id = loan and assigned_invitation_id = from_invitation
    and exists (select from invitation i
      where i.company_id = company and i.loan_id = loan and i.id = to_invitation
        and i.accepted_at is null and i.removed_at is null);
end;
revoke execute on function app.move_handed_over from public;
grant execute on function app.move_handed_over to cairn_app;
