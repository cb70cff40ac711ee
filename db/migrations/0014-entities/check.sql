-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace
  and c.relname in ('company_key', 'entity', 'entity_information', 'loan_entity', 'ownership',
    'loan_detail_group', 'loan_detail_field')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- The current version of an entity exists and is its newest.
select e.company_id, e.id as entity_without_its_newest_version
from cairn.entity e
where e.version is distinct from (select max(i.version) from cairn.entity_information i
  where i.company_id = e.company_id and i.entity_id = e.id);

-- The owners of an entity have 100% at most.
select company_id, owned_id as owned_more_than_whole
from cairn.ownership group by company_id, owned_id having sum(share) > 10000;

-- An entity's folder has the entity's kind.
select f.company_id, f.id as folder_of_another_kind
from cairn.element f join cairn.entity e on e.company_id = f.company_id and e.id = f.sherpa_entity_id
where f.sherpa_entity_type <> e.kind;
