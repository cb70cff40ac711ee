-- Where a loan was before it was put on hold or archived, and who wants to hear of its status.
set local role cairn_owner;
set local search_path to cairn;

alter table loan
  add check (status in ('PROSPECT', 'APPLICATION', 'IN_REVIEW', 'UNDERWRITING', 'APPROVED', 'COMMITTED',
    'CLOSING', 'FUNDED', 'SERVICING', 'PAID_OFF', 'ON_HOLD', 'DECLINED', 'WITHDRAWN')),
  -- Null for a loan that came here on hold or archived: where it was before is not known.
  add column held_status text check (held_status is null or status = 'ON_HOLD'),
  add column archived_from text
    check (archived_from is null
      or (archived_from in ('LEAD', 'ORIGINATION', 'PORTFOLIO') and phase_category = 'ARCHIVE'));

-- Everybody on a loan who left the switch on, but for the one who did it: settings are each person's
-- own, so this answers one question and shows nothing else of them. For the worker's own company only.
create function app.hear_of_status(loan uuid, but_for uuid) returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select distinct r.account_id
    from loan_role r
    join account a on a.id = r.account_id and not a.is_system and a.closed_at is null
    left join user_settings s on s.account_id = r.account_id
    where r.company_id = app.company_id() and r.loan_id = loan
      and r.account_id is distinct from but_for
      and coalesce(s.send_email_loan_status, true);
  end;
revoke execute on function app.hear_of_status from public;
grant execute on function app.hear_of_status to cairn_app;
