-- Each query lists violations: any row is a failure.

select 'event_clock' as not_one_row from (select count(*) from cairn.event_clock) c where c.count <> 1;
select name as missing_index from unnest(array['event_position', 'event_of_company', 'event_of_account',
  'event_waiting', 'event_failed', 'element_expiring']) name
where to_regclass('cairn.' || name) is null;
select id as position_of_the_future from cairn.event
where position > (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + shift from cairn.event_clock);
