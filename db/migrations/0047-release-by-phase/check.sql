-- Each query lists violations: any row is a failure.

select l.company_id, l.id as loan_behind_its_phase
from cairn.loan l
join cairn.phase p on (p.company_id, p.id) = (l.company_id, l.phase_id)
where l.released_to < app.release_rank(p.releases);

-- A folder is hollow when it has requests and all of them, at any depth, are kept back.
with recursive up as (
  select e.company_id, e.parent_id as id, not e.kept as shows
  from cairn.element e where e.storage_type = 'FILE' and not e.in_trash
  union
  select e.company_id, e.parent_id, u.shows
  from up u join cairn.element e on (e.company_id, e.id) = (u.company_id, u.id)
  where e.parent_id is not null
), folder as (
  select company_id, id, bool_or(shows) as shows from up group by company_id, id
)
select e.company_id, e.id as folder_hollow_though_full_or_the_reverse
from cairn.element e
join folder f on (f.company_id, f.id) = (e.company_id, e.id)
where e.storage_type = 'FOLDER' and e.parent_id is not null and e.hollow <> not f.shows;
