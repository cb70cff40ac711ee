-- Invitations of the last hour, as they count for the person who invites. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create function app.invites_as_lender(company uuid, inviter uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (select from employee e where e.company_id = company and e.account_id = inviter)
    or exists (select from account a where a.id = inviter and a.is_platform_admin);

create function app.invitations_of_last_hour(company uuid, loan uuid, address text, inviter uuid)
  returns table (from_company int, on_loan int, to_address int)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select coalesce(sum(i.sends) filter (where app.invites_as_lender(company, inviter) or i.invited_by = inviter), 0)::int,
      coalesce(sum(i.sends) filter (where i.loan_id = loan), 0)::int,
      coalesce(sum(i.sends) filter (where lower(i.email_address) = lower(address)), 0)::int
    from invitation i
    where i.company_id = company and i.sent_at > now() - interval '1 hour'
      and (app.invites_as_lender(company, i.invited_by) or not app.invites_as_lender(company, inviter))
      and (company = app.company_id() or app.is_platform() or app.holds_role(company, loan));
  end;
revoke execute on function app.invites_as_lender, app.invitations_of_last_hour from public;
grant execute on function app.invitations_of_last_hour to cairn_app;

-- app.letters_of_last_hour stays for the web processes of the version before. The next release drops it.
