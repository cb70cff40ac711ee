-- Each query lists violations: any row is a failure.

select c.relname as table_without_forced_row_security
from pg_class c
where c.relnamespace = 'cairn'::regnamespace and c.relname in ('past_answer', 'element_share')
  and not (c.relrowsecurity and c.relforcerowsecurity);

-- Every item is reached from its loan's one root: no cycle, no orphan.
with recursive reached as (
  select company_id, loan_id, id from cairn.element where parent_id is null
  union all
  select e.company_id, e.loan_id, e.id
  from reached r
  join cairn.element e on e.company_id = r.company_id and e.loan_id = r.loan_id and e.parent_id = r.id
)
select e.company_id, e.id as item_out_of_reach
from cairn.element e
where not exists (select from reached r where (r.company_id, r.id) = (e.company_id, e.id));

select e.company_id, e.id as item_in_something_that_is_no_folder
from cairn.element e join cairn.element p on (p.company_id, p.id) = (e.company_id, e.parent_id)
where p.storage_type <> 'FOLDER';

select l.company_id, l.id as loan_with_wrong_totals
from cairn.loan l
left join lateral (
  select
    count(*) filter (where live and storage_type = 'FILE' and target_id is null) as files,
    count(*) filter (where live and answered and (approved_by is not null or not blocked)) as answered,
    count(*) filter (where live and approved_by is not null and not expired) as approved,
    count(*) filter (where live and answered and approved_by is null and rejected_by is null
      and (clean or question_type is null
        and coalesce(answer_value ?| array['doesNotApply', 'driversLicense'], false))) as to_review,
    count(*) filter (where live and storage_type = 'FILE' and target_id is null and kept) as hidden,
    count(*) filter (where live and storage_type = 'FOLDER' and parent_id is not null) as folders,
    count(*) filter (where live and storage_type = 'FOLDER' and parent_id is not null and kept)
      as folders_hidden,
    count(*) filter (where live and target_id is not null) as links,
    count(*) filter (where deleted_at is not null) as trashed
  from (select e.*, not in_trash as live, coalesce(d.virus_scan_state = 'CLEAN', false) as clean,
      coalesce(d.virus_scan_state <> 'CLEAN'
        and (d.virus_scan_state = 'INFECTED' or d.scan_reason is not null), false) as blocked
    from cairn.element e
    left join cairn.document d on d.company_id = e.company_id and d.id = e.answer_document_id
    where e.company_id = l.company_id and e.loan_id = l.id) e
) c on true
where (l.files, l.files_answered, l.files_approved, l.files_to_review, l.files_hidden, l.folders,
    l.folders_hidden, l.links, l.trashed)
  <> (c.files, c.answered, c.approved, c.to_review, c.hidden, c.folders, c.folders_hidden, c.links,
    c.trashed);

-- Inherited columns equal what the folders above an element say.
with recursive walk as (
  select e.company_id, e.loan_id, e.id, e.target_id, l.review_reached, l.released_to,
    app.keeps_back(e.priority_type, e.flags, e.visible_at_status, l.review_reached, e.release_phase,
      l.released_to) as kept,
    e.deleted_at is not null as in_trash
  from cairn.element e join cairn.loan l on (l.company_id, l.id) = (e.company_id, e.loan_id)
  where e.parent_id is null
  union all
  select e.company_id, e.loan_id, e.id, e.target_id, w.review_reached, w.released_to,
    w.kept or app.keeps_back(e.priority_type, e.flags, e.visible_at_status, w.review_reached,
      e.release_phase, w.released_to),
    w.in_trash or e.deleted_at is not null
  from walk w
  join cairn.element e on e.company_id = w.company_id and e.loan_id = w.loan_id and e.parent_id = w.id
)
select e.company_id, e.id as item_shown_though_kept_or_the_reverse
from walk w
left join walk t on (t.company_id, t.id) = (w.company_id, w.target_id)
join cairn.element e on (e.company_id, e.id) = (w.company_id, w.id)
where (e.kept, e.in_trash)
  <> (w.kept or coalesce(t.kept, false), w.in_trash or coalesce(t.in_trash, false));
