-- A system account runs no company: an owner cannot close their account and leave the company to one.
set local role cairn_owner;
set local search_path to cairn;

create or replace function app.left_without_owner(leaving uuid) returns setof uuid
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if not (leaving = app.account_id() or app.is_platform()) then
    raise exception 'left_without_owner: not the caller''s' using errcode = 'insufficient_privilege';
  end if;
  perform from employee e
  where e.level = 'OWNER' and e.company_id in (
    select mine.company_id from employee mine where mine.account_id = leaving and mine.level = 'OWNER')
  order by e.company_id, e.account_id for update;
  perform from account a
  where a.is_platform_admin
    and exists (select from account l where l.id = leaving and l.is_platform_admin)
  order by a.id for update;
  return query
    select mine.company_id from employee mine
    where mine.account_id = leaving and mine.level = 'OWNER' and not exists (
      select from employee e join account a on a.id = e.account_id
      where e.company_id = mine.company_id and e.level = 'OWNER' and e.account_id <> leaving
        and a.closed_at is null and not a.is_system)
    union all
    select '00000000-0000-0000-0000-000000000000' from account a
    where a.id = leaving and a.is_platform_admin and not exists (
      select from account other
      where other.is_platform_admin and other.id <> leaving and other.closed_at is null and not other.is_system);
end $$;
