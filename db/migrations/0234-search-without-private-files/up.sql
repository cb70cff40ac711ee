-- no-transaction
-- What employees and the operator search: no file that is another person's own. why.md says why.
create index concurrently document_private on cairn.document (company_id, id) include (private_to)
  where private_to is not null;

-- As in 0233, but that a colleague's own files are no candidates.
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
      from (select page.* from document_page page where page.searchable @@ wanted
          and not exists (select from document d where d.company_id = page.company_id and d.id = page.document_id
            and d.private_to is not null)
        order by page.document_id desc, page.page limit most) p group by 1, 2, 3;
  elsif app.company_id() is not null then
    return query select p.company_id, p.document_id, p.version, array_agg(p.page order by p.page)
      from (select page.* from document_page page
        where page.company_id = app.company_id() and page.searchable @@ wanted
          and not exists (select from document d where d.company_id = page.company_id and d.id = page.document_id
            and d.private_to <> app.account_id())
        order by page.document_id desc, page.page limit most) p
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
