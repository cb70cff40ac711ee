-- What refuses writes of a company while it moves to another cell. why.md has the reasons.
set local role cairn_owner;
set local search_path to cairn;

create function app.refuse_during_move() returns trigger
  language plpgsql set search_path = pg_catalog as $$
  begin
    -- The commands, which copy, erase and give up; web, worker and relay are no members.
    if not pg_has_role(session_user, 'cairn_owner', 'member') then
      raise exception 'a company that moves to another cell takes no writes' using errcode = 'cannot_connect_now';
    end if;
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$;
revoke execute on function app.refuse_during_move() from public;
