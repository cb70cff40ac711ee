-- Audit entries that the database's owner cannot forge, and what the sealing of them remembers.
set local role cairn_owner;
set local search_path to cairn;

alter table audit_entry
  -- Where the request came from; none for work of the application itself.
  add column source_address inet,
  -- Which of the hashes below; 1 is that of 0004.
  add column version smallint not null default 1,
  -- The application's proof that it wrote this: four bytes that name the key, then the HMAC. The key is
  -- never sent here.
  add column mac bytea;

-- Company and chain are part of it, and every field of changing length stands behind its length. The
-- verification computes the same outside the database (platform/audit/entry.ts).
create function app.audit_hash_2(
  previous bytea, company uuid, chain uuid, entry_position bigint, id uuid, at timestamptz, actor uuid,
  kind text, loan uuid, source inet, detail jsonb, mac bytea
) returns bytea language sql immutable
  return sha256(previous || '\x02' || uuid_send(company) || uuid_send(chain) || int8send(entry_position)
    || uuid_send(id) || timestamptz_send(at)
    || coalesce('\x01' || uuid_send(actor), '\x00') || coalesce('\x01' || uuid_send(loan), '\x00')
    || int4send(octet_length(kind)) || convert_to(kind, 'UTF8')
    || int4send(octet_length(coalesce(host(source), ''))) || convert_to(coalesce(host(source), ''), 'UTF8')
    || int4send(octet_length(coalesce(mac, ''))) || coalesce(mac, '')
    || int4send(octet_length(detail::text)) || convert_to(detail::text, 'UTF8'));

-- By the entry's own version.
create function app.audit_hash_of(previous bytea, e audit_entry) returns bytea language sql immutable
  return case e.version
    when 1 then app.audit_hash(previous, e.position, e.id, e.at, e.actor_id, e.kind, e.loan_id, e.detail)
    else app.audit_hash_2(previous, e.company_id, e.chain_id, e.position, e.id, e.at, e.actor_id, e.kind,
      e.loan_id, e.source_address, e.detail, e.mac) end;

-- The last two have defaults: a process of the release before goes on while the new ones start.
drop function app.record(uuid, uuid, uuid, text, uuid, uuid, boolean, text[], jsonb, text, jsonb);
create function app.record(
  p_id uuid, p_company uuid, p_actor uuid, p_kind text, p_loan uuid, p_account uuid,
  p_staff_only boolean, p_changes text[], p_detail jsonb, p_workflow text, p_input jsonb,
  p_source inet default null, p_mac bytea default null
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
    or (p_loan is not null and app.holds_role(p_company, p_loan))
    -- Whoever opens a file that another loan shares with theirs is on record there.
    or exists (select from element_share s
      where s.company_id = p_company and s.loan_id = p_loan
        and app.shared_with_me(p_company, array[s.target_loan_id])))
  then
    raise exception 'record: not in the caller''s view' using errcode = 'insufficient_privilege';
  end if;

  -- The chain's row is the lock that keeps a loan's entries in one line; it is taken as late as
  -- possible, for record goes out with the commit. Only the first entry of a chain finds no row.
  loop
    update audit_chain c set
      length = c.length + 1,
      head = app.audit_hash_2(c.head, p_company, chain, c.length + 1, p_id, moment, p_actor, p_kind, p_loan,
        p_source, p_detail, p_mac)
    where c.company_id = p_company and c.chain_id = chain
    returning c.length, c.head into entry_position, entry_hash;
    exit when found;
    insert into audit_chain (company_id, chain_id, length, head) values (p_company, chain, 0, '')
    on conflict do nothing;
  end loop;
  insert into audit_entry (company_id, chain_id, position, id, at, actor_id, kind, loan_id, detail, hash,
    source_address, version, mac)
  values (p_company, chain, entry_position, p_id, moment, p_actor, p_kind, p_loan, p_detail, entry_hash,
    p_source, 2, p_mac);
  insert into event (company_id, id, at, kind, loan_id, account_id, staff_only, changes, workflow, input)
  values (p_company, p_id, moment, p_kind, p_loan, p_account, p_staff_only, p_changes, p_workflow, p_input);
end $$;
revoke execute on function app.record from public;
grant execute on function app.record to cairn_app;

-- As in 0011, by each entry's own version.
create or replace function app.verify_chain(p_company uuid, p_chain uuid)
  returns table (entries bigint, broken_at bigint)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    with walked as (
      select e.position, e.hash,
        app.audit_hash_of(lag(e.hash, 1, '\x'::bytea) over (order by e.position), e) as wanted,
        row_number() over (order by e.position) as counted
      from audit_entry e where e.company_id = p_company and e.chain_id = p_chain
    ), found as (
      select count(*) as entries, coalesce(max(position), 0) as last,
        min(counted) filter (where position <> counted or hash <> wanted) as broken_at
      from walked
    ), head as (
      select c.length, c.head from audit_chain c
      where c.company_id = p_company and c.chain_id = p_chain
    )
    select found.entries, coalesce(found.broken_at, case
      when coalesce((select length from head), 0) <> found.last then found.last + 1
      when found.last > 0 and (select head from head) is distinct from
        (select hash from walked where position = found.last) then found.last end)
    from found
    where p_company = app.company_id() or app.is_platform();
  end;

-- What was sealed: one row for the log as a whole, and how far each chain is. Only hints for the next
-- sealing: what counts are the anchors outside.
create table audit_log (
  single boolean primary key default true check (single),
  id uuid not null,
  sequence bigint not null default 0,
  mac text not null default '',
  sealed_through timestamptz not null default '-infinity'
);
create table audit_sealed (
  company_id uuid not null,
  chain_id uuid not null,
  length bigint not null,
  head bytea not null,
  primary key (company_id, chain_id)
);
alter table audit_log enable row level security;
alter table audit_log force row level security;
alter table audit_sealed enable row level security;
alter table audit_sealed force row level security;
create policy relayed on audit_log to cairn_relay using (true);
create policy relayed on audit_sealed to cairn_relay using (true);
create policy relayed on audit_chain for select to cairn_relay using (true);
create policy relayed on audit_entry for select to cairn_relay using (true);
grant select, insert, update on audit_log, audit_sealed to cairn_relay;
grant select on audit_chain, audit_entry to cairn_relay;
