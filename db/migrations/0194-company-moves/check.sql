-- Each query lists violations: any row is a failure.

select t.tgrelid::regclass as refuses_writes_of_no_company, t.tgname from pg_trigger t
where t.tgname like 'company\_moves\_%' and t.tgenabled <> 'D' and not exists (
  select from cairn.company c where t.tgname like 'company\_moves\_' || replace(c.id::text, '-', '') || '%');
