-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname = 'recently_opened'
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- The files to review are counted by 0017-package-tree.
