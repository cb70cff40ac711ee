-- Each query lists violations: any row is a failure.

-- Stored totals equal a count.
select t.company_id, t.id as template_with_wrong_totals
from cairn.template t
left join lateral (
  select count(*) as elements, count(*) filter (where e.storage_type = 'FILE') as files
  from cairn.template_element e
  where e.company_id = t.company_id and e.template_id = t.id and e.version = 0
    and e.deleted_in is null
) c on true
where (t.elements, t.files) is distinct from (c.elements, c.files);

-- The parent of an element is not deleted, and is not a requested document.
select e.company_id, e.id as element_under_a_deleted_one_or_a_file
from cairn.template_element e
join cairn.template_element p on p.company_id = e.company_id and p.template_id = e.template_id
  and p.version = e.version and p.id = e.parent_id
where p.storage_type = 'FILE' or (e.deleted_in is null and p.deleted_in is not null);

-- Every element is reached from a root: no cycles.
with recursive reached as (
  select company_id, template_id, version, id from cairn.template_element where parent_id is null
  union all
  select e.company_id, e.template_id, e.version, e.id
  from cairn.template_element e
  join reached r on r.company_id = e.company_id and r.template_id = e.template_id
    and r.version = e.version and r.id = e.parent_id
)
select company_id, template_id, version, id as element_in_a_cycle
from cairn.template_element
except
select company_id, template_id, version, id from reached;

-- A template of one kind of entity holds that block only.
select e.company_id, e.id as element_of_a_foreign_block
from cairn.template_element e
join cairn.template t on t.company_id = e.company_id and t.id = e.template_id
where t.block_type <> 'LOAN' and e.block_type <> t.block_type;

-- The application cannot change published templates.
select grantee, privilege_type as right_to_change_versions
from information_schema.table_privileges
where table_schema = 'cairn' and table_name = 'template_version' and grantee = 'cairn_app'
  and privilege_type <> 'SELECT';
