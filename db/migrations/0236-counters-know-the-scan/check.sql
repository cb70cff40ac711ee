-- Each query lists violations: any row is a failure.

-- The counters themselves are compared with a count by 0017-package-tree.
select 'document' as table_whose_scans_are_not_counted
where not exists (select from pg_trigger t
  where t.tgrelid = 'cairn.document'::regclass and t.tgname = 'scan_counted' and t.tgenabled = 'O');
