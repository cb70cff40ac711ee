select name as missing
from unnest(array['loan_for_operator', 'loan_changed_for_operator', 'shoebox_item_for_operator']) as wanted (name)
where not exists (select from pg_indexes where schemaname = 'cairn' and indexname = name);
