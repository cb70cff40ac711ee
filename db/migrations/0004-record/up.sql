-- One function writes the audit entry and the event. Nothing else can.
set local role cairn_owner;
set local search_path to cairn;

-- Every field behind its length, so that no two different entries read the same.
create function app.audit_hash(
  previous bytea, entry_position bigint, id uuid, at timestamptz, actor uuid, kind text, loan uuid,
  detail jsonb
) returns bytea language sql immutable
  return sha256(previous || uuid_send(id) || int8send(entry_position) || timestamptz_send(at)
    || coalesce(uuid_send(actor), '\x00') || coalesce(uuid_send(loan), '\x00')
    || int4send(length(kind)) || convert_to(kind || detail::text, 'UTF8'));

create function app.record(
  p_id uuid, p_company uuid, p_actor uuid, p_kind text, p_loan uuid, p_account uuid,
  p_staff_only boolean, p_changes text[], p_detail jsonb, p_workflow text, p_input jsonb
) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  platform constant uuid := '00000000-0000-0000-0000-000000000000';
  moment timestamptz := clock_timestamp();
  chain uuid := coalesce(p_loan, p_account, p_company);
  entry_position bigint;
  entry_hash bytea;
begin
  if not (p_company = platform
    or coalesce(p_company = app.company_id(), false)
    or app.is_platform()
    or (p_loan is not null and app.holds_role(p_company, p_loan)))
  then
    raise exception 'record: not in the caller''s view' using errcode = 'insufficient_privilege';
  end if;

  -- The chain's row is the lock that keeps a loan's entries in one line; it is taken as late as
  -- possible, for record goes out with the commit. Only the first entry of a chain finds no row.
  loop
    update audit_chain c set
      length = c.length + 1,
      head = app.audit_hash(c.head, c.length + 1, p_id, moment, p_actor, p_kind, p_loan, p_detail)
    where c.company_id = p_company and c.chain_id = chain
    returning c.length, c.head into entry_position, entry_hash;
    exit when found;
    insert into audit_chain (company_id, chain_id, length, head) values (p_company, chain, 0, '')
    on conflict do nothing;
  end loop;
  insert into audit_entry (company_id, chain_id, position, id, at, actor_id, kind, loan_id, detail, hash)
  values (p_company, chain, entry_position, p_id, moment, p_actor, p_kind, p_loan, p_detail, entry_hash);
  insert into event (company_id, id, at, kind, loan_id, account_id, staff_only, changes, workflow, input)
  values (p_company, p_id, moment, p_kind, p_loan, p_account, p_staff_only, p_changes, p_workflow, p_input);
end $$;
revoke execute on function app.record from public;
grant execute on function app.record to cairn_app;
