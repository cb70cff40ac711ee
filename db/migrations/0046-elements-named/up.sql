-- As in 0019, with one look-up for each element that an entry names. why.md has the measurement.
set local role cairn_owner;
set local search_path to cairn;

create or replace function app.sees_elements_named(company uuid, detail jsonb) returns boolean
  language sql stable
  return (select count(*) > 0 and bool_and(coalesce(
      (select true from element e where e.company_id = company and e.id = named.id::uuid limit 1), false))
    from (select detail ->> 'elementId' as id where detail ? 'elementId'
      union all
      select jsonb_array_elements_text(detail -> 'elementIds')
      where jsonb_typeof(detail -> 'elementIds') = 'array') named);
