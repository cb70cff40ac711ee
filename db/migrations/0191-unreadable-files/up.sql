-- The sender of a file in which nothing can be read hears of it, and is reminded of the request. why.md has the reasons.
set local role cairn_owner;
set local search_path to cairn;

alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check check (kind in ('STATUS_CHANGED', 'MEMBER_ADDED',
  'MEMBER_REMOVED', 'MESSAGE', 'APPLICATION_SUBMITTED', 'APPLICATION_DECIDED', 'REQUESTED', 'REJECTED', 'APPROVED',
  'UPLOADED', 'FILE_BLOCKED', 'FILE_UNREADABLE', 'REMINDED', 'NOTE'));

-- As in 0051. A file that was blocked or cannot be read is asked for again, until another one comes or it is approved.
create or replace function app.notification_holds(n notification) returns boolean
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  e element;
  is_unusable boolean;
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
    is_unusable := e.approved_by is null and e.answer_value is null and exists (select from document d
      where d.company_id = e.company_id and d.id = e.answer_document_id
        and (d.virus_scan_state = 'INFECTED' or d.content_state in ('DAMAGED', 'EMPTY', 'PASSWORD')));
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
    when 'REMINDED' then (not e.answered or e.rejected_by is not null or is_unusable)
      and (e.assigned_to is null or e.assigned_to = n.account_id)
      and app.asks_for_documents(n.company_id, n.loan_id)
    when 'REJECTED' then e.rejected_by is not null
    when 'APPROVED' then e.approved_by is not null
    when 'FILE_UNREADABLE' then e.id is null or (is_unusable and e.answer_document_id = n.document_id)
    when 'UPLOADED' then e.id is null or e.answered
    else true end;
end $$;
