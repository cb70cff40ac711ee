select name as missing_or_not_valid
from unnest(array['loan_for_operator', 'loan_changed_for_operator', 'shoebox_item_for_operator']) as wanted (name)
where not exists (
  select from pg_index i where i.indexrelid = to_regclass('cairn.' || name) and i.indisvalid);
