-- Requests are released to the borrower by the phase of their loan, and folders without a released request stay
-- out of sight. why.md has the reasons.
set local role cairn_owner;
set local search_path to cairn;

create function app.release_rank(phase text) returns smallint language sql immutable
  return case phase
    when 'LEAD' then 0 when 'APPLICATION' then 1 when 'UNDERWRITING' then 2
    when 'COMMITMENT' then 3 when 'CLOSING' then 4 when 'POST_CLOSING' then 5 end::smallint;

-- What a company's own phase releases, unless the company says otherwise. Null: nothing more than before.
create function app.default_release(category text, name text) returns text language sql immutable
  return case
    when category = 'ARCHIVE' then null
    when category = 'PORTFOLIO' then 'POST_CLOSING'
    when category = 'LEAD' then 'APPLICATION'
    when name ~* 'post.?clos|servic' then 'POST_CLOSING'
    when name ~* 'clos|fund' then 'CLOSING'
    when name ~* 'commit|approv' then 'COMMITMENT'
    when name ~* 'underwrit' then 'UNDERWRITING'
    else 'APPLICATION' end;

alter table phase add column releases text
  check (releases is null or app.release_rank(releases) is not null);
update phase set releases = app.default_release(category, name);
grant update (releases) on phase to cairn_app;

alter table loan add column released_to smallint not null default 0;
update loan l set released_to = app.release_rank(p.releases)
from phase p
where (p.company_id, p.id) = (l.company_id, l.phase_id) and p.releases is not null;

alter table template_element
  add column release_phase text
    check (release_phase is null or app.release_rank(release_phase) is not null),
  add column borrower_title text check (length(borrower_title) between 1 and 255);
alter table element
  add column release_phase text
    check (release_phase is null or app.release_rank(release_phase) is not null),
  add column borrower_title text check (length(borrower_title) between 1 and 255),
  -- A folder in which the lender has requests and nobody else would see any. Kept by app.settle.
  add column hollow boolean not null default false;

create function app.phase_releases() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.releases := coalesce(new.releases, app.default_release(new.category, new.name));
  elsif new.category <> old.category and new.releases is not distinct from old.releases then
    new.releases := app.default_release(new.category, new.name);
  end if;
  return new;
end $$;
create trigger releases_by_default before insert or update on phase
  for each row execute function app.phase_releases();

-- Released once, it stays: a loan that goes back a phase takes nothing away from the borrower.
create function app.reach_release() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  new.released_to := greatest(new.released_to, (
    select app.release_rank(p.releases) from phase p
    where p.company_id = new.company_id and p.id = new.phase_id));
  return new;
end $$;
create trigger release_reached before insert or update of phase_id on loan
  for each row execute function app.reach_release();

create function app.reach_release_of_phase() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update loan set released_to = app.release_rank(new.releases)
  where company_id = new.company_id and phase_id = new.id
    and released_to < app.release_rank(new.releases);
  return null;
end $$;
create trigger release_reached_by_phase after update on phase
  for each row when (old.releases is distinct from new.releases)
  execute function app.reach_release_of_phase();

drop trigger settled_when_reviewed on loan;
create trigger settled_when_reviewed after update on loan
  for each row when ((old.review_reached, old.released_to) <> (new.review_reached, new.released_to))
  execute function app.settle_reviewed();

create function app.keeps_back(
  priority text, flags text[], visible_at text, reached smallint, release text, released_to smallint
) returns boolean language sql immutable
  return priority = 'HIDDEN' or flags && array['LENDER_ONLY', 'INTERNAL_ONLY']
    or coalesce(app.review_rank(visible_at) > reached, false)
    or coalesce(app.release_rank(release) > released_to, false);

-- Folders of these loans, by the requests in them at any depth. An empty folder is as its parent.
create function app.settle_folders(companies uuid[], loans uuid[]) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  with recursive concerned as (
    select distinct company_id, loan_id from unnest(companies, loans) as given (company_id, loan_id)
  ), held as (
    select e.company_id, e.parent_id as id, bool_or(not e.kept) as shows
    from concerned c
    join element e on e.company_id = c.company_id and e.loan_id = c.loan_id
    where e.storage_type = 'FILE' and not e.in_trash
    group by e.company_id, e.parent_id
  ), up as (
    select company_id, id, shows from held
    union
    select e.company_id, e.parent_id, u.shows
    from up u
    join element e on e.company_id = u.company_id and e.id = u.id
    where e.parent_id is not null
  ), folder as (
    select company_id, id, bool_or(shows) as shows from up group by company_id, id
  ), walk as (
    select e.company_id, e.loan_id, e.id, false as hollow
    from concerned c
    join element e on e.company_id = c.company_id and e.loan_id = c.loan_id
    where e.parent_id is null
    union all
    select e.company_id, e.loan_id, e.id,
      coalesce(not (select f.shows from folder f where f.company_id = e.company_id and f.id = e.id),
        w.hollow)
    from walk w
    join element e on e.company_id = w.company_id and e.loan_id = w.loan_id and e.parent_id = w.id
    where e.storage_type = 'FOLDER'
  )
  update element e set hollow = w.hollow
  from walk w
  where (e.company_id, e.id) = (w.company_id, w.id) and e.hollow <> w.hollow;
end $$;
revoke execute on function app.settle_folders from public;

-- As in 0017, with the release.
create or replace function app.settle(companies uuid[], loans uuid[], starts uuid[]) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  with recursive concerned as (
    select distinct l.company_id, l.id as loan_id, l.review_reached, l.released_to
    from unnest(companies, loans) as given (company_id, loan_id)
    join loan l on l.company_id = given.company_id and l.id = given.loan_id
  ), walk as (
    select e.company_id, e.loan_id, e.id, e.target_id, c.review_reached, c.released_to,
      coalesce(above.kept, false)
        or app.keeps_back(e.priority_type, e.flags, e.visible_at_status, c.review_reached,
          e.release_phase, c.released_to) as kept,
      coalesce(above.private, false) or e.priority_type = 'PRIVATE' as private,
      app.narrower(coalesce(above.private, false), above.private_to,
        e.priority_type = 'PRIVATE', e.assigned_to) as private_to,
      coalesce(above.in_trash, false) or e.deleted_at is not null as in_trash
    from concerned c
    join element e on e.company_id = c.company_id and e.loan_id = c.loan_id
      and case when starts is null then e.parent_id is null else e.id = any(starts) end
    left join element above on above.company_id = e.company_id and above.id = e.parent_id
    union all
    select e.company_id, e.loan_id, e.id, e.target_id, w.review_reached, w.released_to,
      w.kept or app.keeps_back(e.priority_type, e.flags, e.visible_at_status, w.review_reached,
        e.release_phase, w.released_to),
      w.private or e.priority_type = 'PRIVATE',
      app.narrower(w.private, w.private_to, e.priority_type = 'PRIVATE', e.assigned_to),
      w.in_trash or e.deleted_at is not null
    from walk w
    join element e on e.company_id = w.company_id and e.loan_id = w.loan_id and e.parent_id = w.id
  ), targets as materialized (
    select * from walk where id in (select target_id from walk where target_id is not null)
  ), settled as (
    select w.company_id, w.id,
      w.kept or coalesce(t.kept, false) as kept,
      w.private or coalesce(t.private, false) as private,
      app.narrower(w.private, w.private_to, coalesce(t.private, false), t.private_to) as private_to,
      w.in_trash or coalesce(t.in_trash, false) as in_trash
    from walk w
    left join targets t on t.id = w.target_id
  )
  update element e set kept = s.kept, private = s.private, private_to = s.private_to,
    in_trash = s.in_trash
  from settled s
  where (e.company_id, e.id) = (s.company_id, s.id)
    and (e.kept, e.private, e.private_to, e.in_trash)
      is distinct from (s.kept, s.private, s.private_to, s.in_trash);
  perform app.settle_folders(companies, loans);
end $$;
drop function app.keeps_back(text, text[], text, smallint);

create or replace function app.settle_new() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  -- Most new requests are visible, below folders that are: nothing to hand down.
  if exists (
      select from come c
      where c.priority_type in ('HIDDEN', 'PRIVATE')
        or c.flags && array['LENDER_ONLY', 'INTERNAL_ONLY'] or c.visible_at_status is not null
        or c.release_phase is not null or c.deleted_at is not null or c.target_id is not null)
    or exists (
      select from (select distinct company_id, parent_id from come) c
      join element above on above.company_id = c.company_id and above.id = c.parent_id
      where above.kept or above.private or above.in_trash or above.hollow)
  then
    perform app.settle(array_agg(company_id), array_agg(loan_id), null)
    from (select distinct company_id, loan_id from come) c;
  end if;
  return null;
end $$;

create or replace function app.settle_changed() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  companies uuid[];
  loans uuid[];
  ids uuid[];
begin
  -- By what differs, not by joining the two: the planner takes such tables for tiny and would compare
  -- every row with every other.
  select array_agg(c.company_id), array_agg(c.loan_id), array_agg(c.id)
  into companies, loans, ids
  from (
    select company_id, loan_id, id, parent_id, priority_type, flags, visible_at_status,
      release_phase, deleted_at is null, target_id,
      case priority_type when 'PRIVATE' then assigned_to end
    from come
    except
    select company_id, loan_id, id, parent_id, priority_type, flags, visible_at_status,
      release_phase, deleted_at is null, target_id,
      case priority_type when 'PRIVATE' then assigned_to end
    from gone
  ) c;
  if ids is null then return null; end if;
  -- One item in a package without links: only what hangs below it can change.
  if cardinality(ids) = 1 and not exists (
    select from element e where e.company_id = companies[1] and e.loan_id = loans[1]
      and e.target_id is not null)
  then
    perform app.settle(companies, loans, ids);
  else
    perform app.settle(companies, loans, null);
  end if;
  return null;
end $$;

-- As in 0030; a folder that would be empty for everyone outside the lender is seen by none of them.
create or replace function app.sees_element(account uuid, e element) returns boolean
  language sql stable
  return case app.standing_on((e).company_id, (e).loan_id, account)
    when 'LENDS' then true
    when 'BORROWS' then not (e).kept and not (e).hollow
      and (not (e).private or (e).private_to is not distinct from account
        or account = any((e).shared_with))
      and (not (e).in_trash or (e).created_by is not distinct from account)
    when 'TAKES_PART' then not (e).kept and not (e).hollow
      and (not (e).private or (e).private_to is not distinct from account
        or account = any((e).shared_with))
      and (not (e).in_trash or (e).created_by is not distinct from account)
      and ((e).storage_type = 'FOLDER' or (e).assigned_to is not distinct from account
        or account = any((e).shared_with)
        or (app.role_level() = 'APPLICANT'
          and app.is_own_entity((e).company_id, (e).sherpa_entity_id, account)))
    else not (e).kept and not (e).hollow and not (e).private and not (e).in_trash
      and app.shared_with_me((e).company_id, (e).shared_to) end;

do $$ begin
  perform app.settle_folders(array_agg(company_id), array_agg(loan_id))
  from (select distinct company_id, loan_id from element where kept) c;
end $$;

-- As in 0013, with the new columns.
create or replace function app.publish_template(p_company uuid, p_template uuid, p_by uuid, p_note text)
  returns int language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  next_version int;
begin
  if not (coalesce(p_company = app.company_id(), false) or app.is_platform()) then
    raise exception 'publish: not in the caller''s view' using errcode = 'insufficient_privilege';
  end if;
  update template t set published_version = published_version + 1, published_revision = revision,
    modified_at = now(), modified_by = p_by
  where t.company_id = p_company and t.id = p_template returning published_version into next_version;
  delete from template_element e
  where e.company_id = p_company and e.template_id = p_template and e.version = 0
    and e.deleted_in is not null;
  insert into template_version (company_id, template_id, version, name, loan_type, entity_type, note,
    elements, files, published_by)
  select company_id, id, next_version, name, loan_type, entity_type, p_note, elements, files, p_by
  from template t where t.company_id = p_company and t.id = p_template;
  insert into template_element (company_id, template_id, version, id, parent_id, position, block_type,
    storage_type, answer_type, choices, title, naming_strategy, description, include_description,
    priority_type, visible_at_status, hidden, required, modifiers, locations, has_expiration,
    fresh_days, due_days, repeat_per, repeat_count, condition, key, aliases, provider, stage,
    doc_group, period, sba_tab, note, check_with_counsel, answer_document_id, revision,
    release_phase, borrower_title)
  select company_id, template_id, next_version, id, parent_id, position, block_type, storage_type,
    answer_type, choices, title, naming_strategy, description, include_description, priority_type,
    visible_at_status, hidden, required, modifiers, locations, has_expiration, fresh_days, due_days,
    repeat_per, repeat_count, condition, key, aliases, provider, stage, doc_group, period, sba_tab,
    note, check_with_counsel, answer_document_id, revision, release_phase, borrower_title
  from template_element e
  where e.company_id = p_company and e.template_id = p_template and e.version = 0;
  return next_version;
end $$;

-- As in 0012; people outside the lender search by the title that they see.
create or replace function app.elements_with_words(longest text, words text[], most int)
  returns table (company_id uuid, id uuid)
  language plpgsql stable security definer set search_path = cairn, app, pg_temp as $$
begin
  if app.is_platform() then
    return query (
      select e.company_id, e.id from element e
      where e.storage_type = 'FILE'
        and app.search_text(e.title) like longest and app.search_text(e.title) like all (words)
      order by e.modified_at desc, e.id limit most)
    union (
      select e.company_id, e.id from document d
      join element e on e.company_id = d.company_id and e.answer_document_id = d.id
      where app.search_text(d.name) like longest and app.search_text(d.name) like all (words)
      order by d.modified_at desc, d.id limit most);
  elsif app.company_id() is not null then
    return query (
      select e.company_id, e.id from element e
      where e.company_id = app.company_id() and e.storage_type = 'FILE'
        and app.search_text(e.title) like longest and app.search_text(e.title) like all (words)
      order by e.modified_at desc, e.id limit most)
    union (
      select e.company_id, e.id from document d
      join element e on e.company_id = d.company_id and e.answer_document_id = d.id
      where d.company_id = app.company_id()
        and app.search_text(d.name) like longest and app.search_text(d.name) like all (words)
      order by d.modified_at desc, d.id limit most);
  else
    return query select e.company_id, e.id
      from (select distinct r.company_id, r.loan_id from loan_role r
        where r.account_id = app.account_id() and app.level_of(r.role) = app.role_level()) mine
      join element e on e.company_id = mine.company_id and e.loan_id = mine.loan_id
        and e.storage_type = 'FILE'
      left join document d on d.company_id = e.company_id and d.id = e.answer_document_id
      where app.search_text(coalesce(e.borrower_title, e.title)) like all (words)
        or app.search_text(d.name) like all (words)
      order by e.modified_at desc, e.id limit most;
  end if;
end $$;
