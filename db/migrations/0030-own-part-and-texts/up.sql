-- What is asked about an applicant is the applicant's to see, and the switches "By text message" have somebody
-- behind them. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Whether an entity is the individual that somebody is, whatever else they see of it.
create function app.is_own_entity(company uuid, entity uuid, account uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return entity is not null and exists (
    select from entity e where e.company_id = company and e.id = is_own_entity.entity
      and e.account_id = account);

-- As in 0017; an applicant also sees what is asked about themselves.
create or replace function app.sees_element(account uuid, e element) returns boolean
  language sql stable
  return case app.standing_on((e).company_id, (e).loan_id, account)
    when 'LENDS' then true
    when 'BORROWS' then not (e).kept
      and (not (e).private or (e).private_to is not distinct from account
        or account = any((e).shared_with))
      and (not (e).in_trash or (e).created_by is not distinct from account)
    when 'TAKES_PART' then not (e).kept
      and (not (e).private or (e).private_to is not distinct from account
        or account = any((e).shared_with))
      and (not (e).in_trash or (e).created_by is not distinct from account)
      and ((e).storage_type = 'FOLDER' or (e).assigned_to is not distinct from account
        or account = any((e).shared_with)
        or (app.role_level() = 'APPLICANT'
          and app.is_own_entity((e).company_id, (e).sherpa_entity_id, account)))
    else not (e).kept and not (e).private and not (e).in_trash
      and app.shared_with_me((e).company_id, (e).shared_to) end;

-- Text messages, asked for by the worker in its company's scope. A number counts once its owner has shown that
-- it is theirs; the settings are each person's own, and the worker learns who wants a message and where to.
create function app.phone_of(account uuid) returns text
  language sql stable security definer set search_path = cairn, pg_temp
  return (
    select a.phone from account a
    where a.id = account and a.phone_verified_at is not null and a.closed_at is null
      and not a.is_system and app.account_id() is null
      and exists (select from person p
        where p.company_id = app.company_id() and p.account_id = a.id)
  );

create function app.text_of_status(loan uuid, but_for uuid) returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select distinct r.account_id
    from loan_role r
    left join user_settings s on s.account_id = r.account_id
    where r.company_id = app.company_id() and r.loan_id = loan
      and r.account_id is distinct from but_for
      and coalesce(s.send_text_loan_status, true) and app.phone_of(r.account_id) is not null;
  end;

-- Those of app.hear_of_message, by the other switch.
create function app.text_of_message(message uuid) returns setof uuid
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select k.account_id
    from message_mark k
    join thread_member m on m.company_id = k.company_id and m.thread_id = k.thread_id
      and m.account_id = k.account_id
    left join user_settings s on s.account_id = k.account_id
    where k.company_id = app.company_id() and k.message_id = message and k.read_at is null
      and not m.muted and coalesce(s.send_text_app_message, true)
      and app.phone_of(k.account_id) is not null
      and app.reaches_loan(k.company_id, k.loan_id, k.account_id);
  end;

create function app.texted_of_parts(account uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return app.phone_of(account) is not null and coalesce(
    (select s.send_text_add_remove_user from user_settings s where s.account_id = account), true);

revoke execute on function app.is_own_entity, app.phone_of, app.text_of_status, app.text_of_message,
  app.texted_of_parts from public;
grant execute on function app.is_own_entity, app.phone_of, app.text_of_status, app.text_of_message,
  app.texted_of_parts to cairn_app;

-- How far somebody has come with what was asked of them, on a loan of any size.
create index element_assigned on element (company_id, loan_id, assigned_to) where assigned_to is not null;
