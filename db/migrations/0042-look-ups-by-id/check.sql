-- Each query lists violations: any row is a failure.

-- A row that a call names by its id is found by one index search: an index begins with the id.
select named.relname as without_index_on_id
from (values ('loan'), ('loan_role'), ('document'), ('element'), ('entity'), ('loan_entity'),
  ('template'), ('template_element'), ('field_set'), ('phase'), ('label'), ('message_thread'),
  ('message'), ('message_draft'), ('shoebox_item'), ('package_file'), ('contact_relation'),
  ('loan_detail_field'), ('invitation')) as named (relname)
where not exists (
  select from pg_index i
  join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
  where i.indrelid = format('cairn.%I', named.relname)::regclass and i.indisvalid and i.indisunique
    and a.attname = 'id'
);
