-- Counters of a loan know what the scan said about a file, as the review queue does. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- Nothing is counted by both rules: writers wait until the new ones are in place.
lock table document, element in share row exclusive mode;

create function app.scan_result(state text, reason text) returns text language sql immutable
  return case when state = 'CLEAN' then 'CLEAN'
    when state = 'INFECTED' or reason is not null then 'BLOCKED' else 'WAITING' end;

-- An answer without a file that a lender decides about: "doesn't apply", or a driver's license.
create function app.is_declared(question text, value jsonb) returns boolean language sql immutable
  return question is null and coalesce(value ?| array['doesNotApply', 'driversLicense'], false);

-- What one element adds. `scan` is that of the file that answers it, null without one.
create function app.tally(
  storage text, parent uuid, target uuid, scan text, declared boolean, answered boolean, expired boolean,
  approved uuid, rejected uuid, kept boolean, in_trash boolean, deleted timestamptz
) returns app.tally language sql immutable
  return (
    (not in_trash and storage = 'FILE' and target is null)::int,
    (not in_trash and answered and (approved is not null or scan is distinct from 'BLOCKED'))::int,
    (not in_trash and approved is not null and not expired)::int,
    (not in_trash and answered and approved is null and rejected is null
      and (declared or scan is not distinct from 'CLEAN'))::int,
    (not in_trash and storage = 'FILE' and target is null and kept)::int,
    (not in_trash and storage = 'FOLDER' and parent is not null)::int,
    (not in_trash and storage = 'FOLDER' and parent is not null and kept)::int,
    (not in_trash and target is not null)::int,
    (deleted is not null)::int
  )::app.tally;

-- As in 0017, but for the scan: looked up for each row, because transition tables have no statistics for a join.
create or replace function app.count_package() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.add_tally(company_id, loan_id, (sum((t).files), sum((t).answered), sum((t).approved),
      sum((t).to_review), sum((t).hidden), sum((t).folders), sum((t).folders_hidden), sum((t).links),
      sum((t).trashed))::app.tally)
    from (select company_id, loan_id, app.tally(storage_type, parent_id, target_id,
        (select app.scan_result(d.virus_scan_state, d.scan_reason) from document d
          where d.company_id = come.company_id and d.id = come.answer_document_id),
        app.is_declared(question_type, answer_value), answered, expired, approved_by, rejected_by, kept,
        in_trash, deleted_at) as t
      from come) c
    group by company_id, loan_id;
  elsif tg_op = 'DELETE' then
    perform app.add_tally(company_id, loan_id, (-sum((t).files), -sum((t).answered),
      -sum((t).approved), -sum((t).to_review), -sum((t).hidden), -sum((t).folders),
      -sum((t).folders_hidden), -sum((t).links), -sum((t).trashed))::app.tally)
    from (select company_id, loan_id, app.tally(storage_type, parent_id, target_id,
        (select app.scan_result(d.virus_scan_state, d.scan_reason) from document d
          where d.company_id = gone.company_id and d.id = gone.answer_document_id),
        app.is_declared(question_type, answer_value), answered, expired, approved_by, rejected_by, kept,
        in_trash, deleted_at) as t
      from gone) c
    group by company_id, loan_id;
  else
    perform app.add_tally(company_id, loan_id, (sum(s * (t).files), sum(s * (t).answered),
      sum(s * (t).approved), sum(s * (t).to_review), sum(s * (t).hidden), sum(s * (t).folders),
      sum(s * (t).folders_hidden), sum(s * (t).links), sum(s * (t).trashed))::app.tally)
    from (
      select s, company_id, loan_id, app.tally(storage_type, parent_id, target_id,
        (select app.scan_result(d.virus_scan_state, d.scan_reason) from document d
          where d.company_id = changed.company_id and d.id = changed.answer_document_id),
        app.is_declared(question_type, answer_value), answered, expired, approved_by, rejected_by, kept,
        in_trash, deleted_at) as t
      from (
        select 1 as s, company_id, loan_id, storage_type, parent_id, target_id, answer_document_id,
          question_type, answer_value, answered, expired, approved_by, rejected_by, kept, in_trash, deleted_at
        from come
        union all
        select -1, company_id, loan_id, storage_type, parent_id, target_id, answer_document_id,
          question_type, answer_value, answered, expired, approved_by, rejected_by, kept, in_trash, deleted_at
        from gone) changed) c
    group by company_id, loan_id;
  end if;
  return null;
end $$;
-- The form of 0017, which takes the document in place of the scan, is called by nothing any more. The next release drops it.

create function app.count_scan() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  -- Writers of a package hold the loan: what those before changed is seen below, those after see the new result.
  perform from loan l where l.company_id = new.company_id and l.id = new.loan_id for no key update;
  perform app.add_tally(new.company_id, new.loan_id,
    (0, sum((t).answered - (b).answered), 0, sum((t).to_review - (b).to_review), 0, 0, 0, 0, 0)::app.tally)
  from (
    select
      app.tally(storage_type, parent_id, target_id, app.scan_result(new.virus_scan_state, new.scan_reason),
        app.is_declared(question_type, answer_value), answered, expired, approved_by, rejected_by, kept,
        in_trash, deleted_at) as t,
      app.tally(storage_type, parent_id, target_id, app.scan_result(old.virus_scan_state, old.scan_reason),
        app.is_declared(question_type, answer_value), answered, expired, approved_by, rejected_by, kept,
        in_trash, deleted_at) as b
    from element e where e.company_id = new.company_id and e.answer_document_id = new.id) c
  having count(*) > 0;
  return null;
end $$;
create trigger scan_counted after update of virus_scan_state, scan_reason on document
  for each row when (new.loan_id is not null and app.scan_result(old.virus_scan_state, old.scan_reason)
    <> app.scan_result(new.virus_scan_state, new.scan_reason))
  execute function app.count_scan();

-- What the old rules counted otherwise, with the marks of loans to review.
select app.add_tally(company_id, loan_id, (0, -count(*) filter (where scan = 'BLOCKED' and approved_by is null), 0,
  coalesce(sum(now_counted::int - then_counted::int) filter (where approved_by is null and rejected_by is null), 0),
  0, 0, 0, 0, 0)::app.tally)
from (
  select e.company_id, e.loan_id, e.approved_by, e.rejected_by, d.scan,
    app.is_declared(e.question_type, e.answer_value) or d.scan is not distinct from 'CLEAN' as now_counted,
    e.answer_document_id is not null as then_counted
  from element e
  left join lateral (select app.scan_result(f.virus_scan_state, f.scan_reason) as scan from document f
    where f.company_id = e.company_id and f.id = e.answer_document_id) d on true
  where not e.in_trash and e.answered and e.approved_by is null) answer
where now_counted <> then_counted or scan = 'BLOCKED'
group by company_id, loan_id;
