select 'a limit in app.found_by_name' as missing
where not exists (select from pg_proc p
  where p.oid = 'app.found_by_name(text, text, text[], boolean, int)'::regprocedure and p.prosrc like '%looked_at%');
