-- no-transaction
-- Files that wait for their scan: there are few, and the index has only them.
create index concurrently document_waits_for_scan on cairn.document (created_at)
  where virus_scan_state = 'PENDING';

-- Of all companies, as figures without a row of any: for monitoring.
create or replace function app.scan_backlog(out waiting int, out oldest_seconds float8)
  language sql stable security definer set search_path = cairn, pg_temp
  as $$
    select count(*)::int, coalesce(greatest(extract(epoch from now() - min(created_at)), 0), 0)::float8
    from document where virus_scan_state = 'PENDING'
  $$;
alter function app.scan_backlog owner to cairn_owner;
revoke execute on function app.scan_backlog from public;
grant execute on function app.scan_backlog to cairn_relay;
