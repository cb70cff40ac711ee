-- Each query lists violations: any row is a failure.

select name as missing_or_not_valid
from unnest(array['element_due', 'element_expires']) name
where not exists (
  select from pg_index i where i.indexrelid = to_regclass('cairn.' || name) and i.indisvalid);
