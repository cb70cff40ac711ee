-- The package as a tree: one root, questions, links, shares, the trash, earlier answers, what is inherited
-- from the folders above, and the totals of all that. why.md says why it is shaped like this.
set local role cairn_owner;
set local search_path to cairn;

-- F.3: how far the review has come. What is to be shown from some point on stays shown afterwards.
create function app.review_rank(status text) returns smallint language sql immutable
  return case status
    when 'NOT_READY' then 0 when 'READY_TO_REVIEW' then 1 when 'IN_REVIEW' then 2
    when 'CHANGES_REQUESTED' then 3 when 'REVIEW_COMPLETE' then 4 end::smallint;

alter table loan
  add column if not exists review_status text not null default 'NOT_READY'
    check (app.review_rank(review_status) is not null),
  add column review_reached smallint not null default 0,
  add column files_hidden int not null default 0,
  add column folders int not null default 0,
  add column folders_hidden int not null default 0,
  add column links int not null default 0,
  add column trashed int not null default 0,
  add column if not exists files_to_review int not null default 0;
create index loan_with_trash on loan (company_id, id) where trashed > 0;
alter table company add column if not exists four_eyes_approval boolean not null default false;
-- Gone for good: the row stays for the history, nobody gets the file.
alter table document add column removed_at timestamptz;

alter table element
  add column version int not null default 1,
  add column created_by uuid,
  add column include_description boolean not null default false,
  add column color text check (color ~ '^#[0-9A-Fa-f]{6}$'),
  add column locations text[] not null default '{PACKAGE}'
    check (locations <@ array['PACKAGE', 'APPLICATION', 'CLOSING'] and cardinality(locations) > 0),
  add column visible_at_status text check (visible_at_status is null or app.review_rank(visible_at_status) is not null),
  add column has_expiration boolean not null default false,
  add column expiration_date date,
  add column expired boolean not null default false,
  add column due_date date,
  add column question_type text
    check (question_type in ('TEXT', 'NUMBER', 'DATE', 'CHOICE', 'ADDRESS', 'YES_NO')),
  add column choices text[] not null default '{}',
  add column answer_value jsonb,
  add column rejection_code text,
  add column rejection_reason text check (length(rejection_reason) between 1 and 255),
  add column decided_at timestamptz,
  -- A link shows another request of the same loan in a second place.
  add column target_id uuid,
  add column deleted_at timestamptz,
  add column deleted_by uuid,
  -- Inherited, kept by the trigger below: from itself, the folders above, and a link's target.
  add column kept boolean not null default false,
  add column private boolean not null default false,
  add column private_to uuid,
  add column in_trash boolean not null default false,
  -- Kept by the trigger of element_share.
  add column shared_with uuid[] not null default '{}',
  add column shared_to uuid[] not null default '{}',
  add foreign key (company_id, loan_id, target_id) references element (company_id, loan_id, id)
    on delete cascade,
  add check (storage_type = 'FILE' or (question_type is null and target_id is null)),
  add check (answer_value is null or question_type is not null),
  add check (answer_document_id is null or question_type is null),
  add check (target_id is null or (answer_document_id is null and question_type is null)),
  add check (parent_id is distinct from id),
  add column answered boolean not null generated always as
    ((answer_document_id is not null or answer_value is not null)
      and not answer_in_progress and not expired) stored;
update element set rejection_reason = 'Please send this document again.' where rejected_by is not null;
alter table element add check (rejected_by is null or rejection_reason is not null);
-- The old index began with company and loan, and was taken for the check of a parent while a large package
-- was being put in: every row then read all rows before it.
drop index element_loan;
create index element_parent on element (company_id, parent_id);
create index element_target on element (company_id, target_id) where target_id is not null;
create index element_entity on element (company_id, sherpa_entity_id) where sherpa_entity_id is not null;
create index element_expiring on element (expiration_date)
  where expiration_date is not null and not expired;
create index element_deleted on element (company_id, loan_id) where deleted_at is not null;

-- One root, titled Package. Where there was none, or several items without a folder, it is put above them.
with rooted as (
  select distinct on (company_id, loan_id) company_id, loan_id, id from element
  where parent_id is null and storage_type = 'FOLDER' and title = 'Package'
  order by company_id, loan_id, created_at, id
), made as (
  insert into element (company_id, id, loan_id, title, storage_type)
  select distinct e.company_id, uuidv7(), e.loan_id, 'Package', 'FOLDER'
  from (select distinct company_id, loan_id from element) e
  where not exists (select from rooted r
    where (r.company_id, r.loan_id) = (e.company_id, e.loan_id))
  returning company_id, loan_id, id
), root as (select * from rooted union all select * from made)
update element e set parent_id = root.id from root
where (e.company_id, e.loan_id) = (root.company_id, root.loan_id)
  and e.parent_id is null and e.id <> root.id;
alter table element add check
  (parent_id is not null or (storage_type = 'FOLDER' and title = 'Package' and deleted_at is null));
create unique index element_root on element (company_id, loan_id) where parent_id is null;

-- Answers that were replaced, taken back or reset. Those taken back lie in the trash of their request.
create table past_answer (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  element_id uuid not null,
  document_id uuid,
  value jsonb,
  answered_by uuid,
  answered_at timestamptz not null,
  approved_by uuid,
  rejected_by uuid,
  rejection_code text,
  rejection_reason text,
  ended text not null check (ended in ('REPLACED', 'DELETED')),
  ended_by uuid,
  ended_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, loan_id, element_id) references element (company_id, loan_id, id)
    on delete cascade,
  foreign key (company_id, document_id) references document (company_id, id)
);
create index past_answer_element on past_answer (company_id, loan_id, element_id, ended_at);
create index past_answer_document on past_answer (company_id, document_id);

create table element_share (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  element_id uuid not null,
  -- With everyone who lends or borrows on another loan of the company, or with one person on this one.
  target_loan_id uuid,
  account_id uuid,
  created_by uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, loan_id, element_id) references element (company_id, loan_id, id)
    on delete cascade,
  foreign key (company_id, target_loan_id) references loan,
  check ((target_loan_id is null) <> (account_id is null)),
  check (target_loan_id <> loan_id),
  unique nulls not distinct (company_id, element_id, target_loan_id, account_id)
);
create index element_share_target on element_share (company_id, target_loan_id)
  where target_loan_id is not null;

create function app.note_shares() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  concerned record;
begin
  if tg_op = 'DELETE' then concerned := old; else concerned := new; end if;
  update element e set
    shared_with = array(select s.account_id from element_share s
      where s.company_id = e.company_id and s.element_id = e.id and s.account_id is not null),
    shared_to = array(select s.target_loan_id from element_share s
      where s.company_id = e.company_id and s.element_id = e.id and s.target_loan_id is not null)
  where e.company_id = concerned.company_id and e.id = concerned.element_id;
  return null;
end $$;
create trigger shares_noted after insert or delete on element_share
  for each row execute function app.note_shares();

-- What is inherited ----------------------------------------------------------------------------------
create function app.keeps_back(priority text, flags text[], visible_at text, reached smallint)
  returns boolean language sql immutable
  return priority = 'HIDDEN' or flags && array['LENDER_ONLY', 'INTERNAL_ONLY']
    or coalesce(app.review_rank(visible_at) > reached, false);

-- Private at two levels to different people is private to nobody.
create function app.narrower(above boolean, above_to uuid, own boolean, own_to uuid)
  returns uuid language sql immutable
  return case when not own then above_to when not above or above_to = own_to then own_to end;

-- From the given items downwards, or from the roots of their loans: links and whatever hangs below.
create function app.settle(companies uuid[], loans uuid[], starts uuid[]) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  with recursive concerned as (
    select distinct l.company_id, l.id as loan_id, l.review_reached
    from unnest(companies, loans) as given (company_id, loan_id)
    join loan l on l.company_id = given.company_id and l.id = given.loan_id
  ), walk as (
    select e.company_id, e.loan_id, e.id, e.target_id, c.review_reached,
      coalesce(above.kept, false)
        or app.keeps_back(e.priority_type, e.flags, e.visible_at_status, c.review_reached) as kept,
      coalesce(above.private, false) or e.priority_type = 'PRIVATE' as private,
      app.narrower(coalesce(above.private, false), above.private_to,
        e.priority_type = 'PRIVATE', e.assigned_to) as private_to,
      coalesce(above.in_trash, false) or e.deleted_at is not null as in_trash
    from concerned c
    join element e on e.company_id = c.company_id and e.loan_id = c.loan_id
      and case when starts is null then e.parent_id is null else e.id = any(starts) end
    left join element above on above.company_id = e.company_id and above.id = e.parent_id
    union all
    select e.company_id, e.loan_id, e.id, e.target_id, w.review_reached,
      w.kept or app.keeps_back(e.priority_type, e.flags, e.visible_at_status, w.review_reached),
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
end $$;
revoke execute on function app.settle from public;

create function app.settle_new() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  -- Most new requests stand in the open, below folders that do: nothing to hand down.
  if exists (
      select from come c
      where c.priority_type in ('HIDDEN', 'PRIVATE')
        or c.flags && array['LENDER_ONLY', 'INTERNAL_ONLY'] or c.visible_at_status is not null
        or c.deleted_at is not null or c.target_id is not null)
    or exists (
      select from (select distinct company_id, parent_id from come) c
      join element above on above.company_id = c.company_id and above.id = c.parent_id
      where above.kept or above.private or above.in_trash)
  then
    perform app.settle(array_agg(company_id), array_agg(loan_id), null)
    from (select distinct company_id, loan_id from come) c;
  end if;
  return null;
end $$;
create trigger settled_when_created after insert on element
  referencing new table as come for each statement execute function app.settle_new();

create function app.settle_changed() returns trigger
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
      deleted_at is null, target_id, case priority_type when 'PRIVATE' then assigned_to end
    from come
    except
    select company_id, loan_id, id, parent_id, priority_type, flags, visible_at_status,
      deleted_at is null, target_id, case priority_type when 'PRIVATE' then assigned_to end
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
create trigger settled_when_changed after update on element
  referencing old table as gone new table as come
  for each statement execute function app.settle_changed();

create function app.reach_review() returns trigger language plpgsql as $$
begin
  new.review_reached := greatest(new.review_reached, app.review_rank(new.review_status));
  return new;
end $$;
create trigger review_reached before insert or update of review_status on loan
  for each row execute function app.reach_review();
create function app.settle_reviewed() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  perform app.settle(array[new.company_id], array[new.id], null);
  return null;
end $$;
create trigger settled_when_reviewed after update on loan
  for each row when (old.review_reached <> new.review_reached)
  execute function app.settle_reviewed();

-- Totals -------------------------------------------------------------------------------------------
create type app.tally as (
  files int, answered int, approved int, to_review int, hidden int, folders int, folders_hidden int,
  links int, trashed int
);
-- What one item adds. Trash, links and the package's own folder are not files or folders of it.
create function app.tally(
  storage text, parent uuid, target uuid, document uuid, answered boolean, expired boolean,
  approved uuid, rejected uuid, kept boolean, in_trash boolean, deleted timestamptz
) returns app.tally language sql immutable
  return (
    (not in_trash and storage = 'FILE' and target is null)::int,
    (not in_trash and answered)::int,
    (not in_trash and approved is not null and not expired)::int,
    (not in_trash and answered and document is not null and approved is null and rejected is null)::int,
    (not in_trash and storage = 'FILE' and target is null and kept)::int,
    (not in_trash and storage = 'FOLDER' and parent is not null)::int,
    (not in_trash and storage = 'FOLDER' and parent is not null and kept)::int,
    (not in_trash and target is not null)::int,
    (deleted is not null)::int
  )::app.tally;

create function app.add_tally(company uuid, loan_id uuid, t app.tally) returns void
  language sql security definer set search_path = cairn, pg_temp
  begin atomic
    update loan l set files = l.files + t.files, files_answered = l.files_answered + t.answered,
      files_approved = l.files_approved + t.approved,
      files_to_review = l.files_to_review + t.to_review,
      files_hidden = l.files_hidden + t.hidden, folders = l.folders + t.folders,
      folders_hidden = l.folders_hidden + t.folders_hidden, links = l.links + t.links,
      trashed = l.trashed + t.trashed
    where l.company_id = company and l.id = loan_id
      and t <> (0, 0, 0, 0, 0, 0, 0, 0, 0)::app.tally;
  end;
revoke execute on function app.add_tally from public;

create function app.count_package() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform app.add_tally(company_id, loan_id, (sum((t).files), sum((t).answered), sum((t).approved),
      sum((t).to_review), sum((t).hidden), sum((t).folders), sum((t).folders_hidden), sum((t).links),
      sum((t).trashed))::app.tally)
    from (select company_id, loan_id, app.tally(storage_type, parent_id, target_id,
        answer_document_id, answered, expired, approved_by, rejected_by, kept, in_trash, deleted_at) as t
      from come) c
    group by company_id, loan_id;
  elsif tg_op = 'DELETE' then
    perform app.add_tally(company_id, loan_id, (-sum((t).files), -sum((t).answered),
      -sum((t).approved), -sum((t).to_review), -sum((t).hidden), -sum((t).folders),
      -sum((t).folders_hidden), -sum((t).links), -sum((t).trashed))::app.tally)
    from (select company_id, loan_id, app.tally(storage_type, parent_id, target_id,
        answer_document_id, answered, expired, approved_by, rejected_by, kept, in_trash, deleted_at) as t
      from gone) c
    group by company_id, loan_id;
  else
    perform app.add_tally(company_id, loan_id, (sum(s * (t).files), sum(s * (t).answered),
      sum(s * (t).approved), sum(s * (t).to_review), sum(s * (t).hidden), sum(s * (t).folders),
      sum(s * (t).folders_hidden), sum(s * (t).links), sum(s * (t).trashed))::app.tally)
    from (
      select 1 as s, company_id, loan_id, app.tally(storage_type, parent_id, target_id,
        answer_document_id, answered, expired, approved_by, rejected_by, kept, in_trash, deleted_at) as t
      from come
      union all
      select -1, company_id, loan_id, app.tally(storage_type, parent_id, target_id,
        answer_document_id, answered, expired, approved_by, rejected_by, kept, in_trash, deleted_at)
      from gone) c
    group by company_id, loan_id;
  end if;
  return null;
end $$;
drop trigger files_counted_when_changed on element;
drop trigger files_counted_when_created on element;
drop trigger files_counted_when_removed on element;
drop function app.count_files, app.count_new_files, app.uncount_files;
create trigger counted_when_changed after update on element
  referencing old table as gone new table as come
  for each statement execute function app.count_package();
create trigger counted_when_created after insert on element
  referencing new table as come for each statement execute function app.count_package();
create trigger counted_when_removed after delete on element
  referencing old table as gone for each statement execute function app.count_package();

-- From a count, once; what is inherited first, for it decides what is hidden.
do $$ begin
  perform app.settle(array_agg(company_id), array_agg(loan_id), null)
  from (select distinct company_id, loan_id from element
    where priority_type in ('HIDDEN', 'PRIVATE') or flags && array['LENDER_ONLY', 'INTERNAL_ONLY']) c;
end $$;
update loan l set files = t.files, files_answered = t.answered, files_approved = t.approved,
  files_to_review = t.to_review, files_hidden = t.hidden, folders = t.folders,
  folders_hidden = t.folders_hidden, links = 0, trashed = 0
from (
  select company_id, loan_id, sum((t).files) as files, sum((t).answered) as answered,
    sum((t).approved) as approved, sum((t).to_review) as to_review, sum((t).hidden) as hidden,
    sum((t).folders) as folders, sum((t).folders_hidden) as folders_hidden
  from (select company_id, loan_id, app.tally(storage_type, parent_id, target_id, answer_document_id,
      answered, expired, approved_by, rejected_by, kept, in_trash, deleted_at) as t from element) c
  group by company_id, loan_id
) t
where (l.company_id, l.id) = (t.company_id, t.loan_id);

-- Who sees what ------------------------------------------------------------------------------------
create function app.shared_with_me(company uuid, loans uuid[]) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return cardinality(loans) > 0 and app.role_level() in ('LENDER', 'BORROWER') and exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = any(loans) and r.account_id = app.account_id()
      and app.level_of(r.role) = app.role_level());

-- Said once, for the policies and for the queries. Who lends sees everything; what is kept back nobody
-- else; a private item its assignee; the trash whoever made the item; who only takes part what was
-- asked of them or shared with them, and the folders around it.
create function app.sees_element(account uuid, e element) returns boolean
  language sql stable
  return case app.standing_on((e).company_id, (e).loan_id, account)
    when 'LENDS' then true
    when 'BORROWS' then not (e).kept
      and (not (e).private or (e).private_to is not distinct from account
        or account = any((e).shared_with))
      and (not (e).in_trash or (e).created_by is not distinct from account)
    when 'TAKES_PART' then not (e).kept
      and (not (e).private or (e).private_to is not distinct from account
        or account = any((e).shared_with))
      and (not (e).in_trash or (e).created_by is not distinct from account)
      and ((e).storage_type = 'FOLDER' or (e).assigned_to is not distinct from account
        or account = any((e).shared_with))
    else not (e).kept and not (e).private and not (e).in_trash
      and app.shared_with_me((e).company_id, (e).shared_to) end;

drop policy seen on element;
create policy seen on element to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.sees_element((select app.account_id()), element));
drop function app.sees_element(text, uuid, text, text, text[], uuid);

alter table past_answer enable row level security;
alter table past_answer force row level security;
create policy seen on past_answer for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or case app.standing_on(company_id, loan_id, (select app.account_id()))
      when 'LENDS' then true
      when 'BORROWS' then answered_by = (select app.account_id())
      when 'TAKES_PART' then answered_by = (select app.account_id()) else false end);
create policy removed on past_answer for delete to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.holds_role(company_id, loan_id));
-- Whoever replaces somebody else's answer leaves it behind, and does not see it afterwards.
create policy left_behind on past_answer for insert to cairn_app
  with check (company_id = (select app.company_id()) or (select app.is_platform())
    or app.holds_role(company_id, loan_id));

-- A share is known to those who see the item, which is under its own policy, and to the loan it is for.
alter table element_share enable row level security;
alter table element_share force row level security;
create policy seen on element_share to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or (app.standing_on(company_id, loan_id, (select app.account_id())) = 'LENDS')
    or (exists (select from element e
        where e.company_id = element_share.company_id and e.id = element_share.element_id)
      and (account_id = (select app.account_id())
        or app.shared_with_me(company_id, array[target_loan_id]))));

drop policy seen on document;
create policy seen on document to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or (app.holds_role(company_id, loan_id) and created_by = (select app.account_id()))
    or exists (select from element e
      where e.company_id = document.company_id and e.answer_document_id = document.id)
    or exists (select from past_answer p
      where p.company_id = document.company_id and p.document_id = document.id));

create or replace function app.record(
  p_id uuid, p_company uuid, p_actor uuid, p_kind text, p_loan uuid, p_account uuid,
  p_staff_only boolean, p_changes text[], p_detail jsonb, p_workflow text, p_input jsonb
) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  platform constant uuid := '00000000-0000-0000-0000-000000000000';
  moment timestamptz := clock_timestamp();
  chain uuid := coalesce(p_loan, p_account, p_company);
  entry_position bigint;
  entry_hash bytea;
begin
  if not (p_company = platform
    or coalesce(p_company = app.company_id(), false)
    or app.is_platform()
    or (p_loan is not null and app.holds_role(p_company, p_loan))
    -- Whoever opens a file that another loan shares with theirs is on record there.
    or exists (select from element_share s
      where s.company_id = p_company and s.loan_id = p_loan
        and app.shared_with_me(p_company, array[s.target_loan_id])))
  then
    raise exception 'record: not in the caller''s view' using errcode = 'insufficient_privilege';
  end if;

  -- The chain's row is the lock that keeps a loan's entries in one line; it is taken as late as
  -- possible, for record goes out with the commit. Only the first entry of a chain finds no row.
  loop
    update audit_chain c set
      length = c.length + 1,
      head = app.audit_hash(c.head, c.length + 1, p_id, moment, p_actor, p_kind, p_loan, p_detail)
    where c.company_id = p_company and c.chain_id = chain
    returning c.length, c.head into entry_position, entry_hash;
    exit when found;
    insert into audit_chain (company_id, chain_id, length, head) values (p_company, chain, 0, '')
    on conflict do nothing;
  end loop;
  insert into audit_entry (company_id, chain_id, position, id, at, actor_id, kind, loan_id, detail, hash)
  values (p_company, chain, entry_position, p_id, moment, p_actor, p_kind, p_loan, p_detail, entry_hash);
  insert into event (company_id, id, at, kind, loan_id, account_id, staff_only, changes, workflow, input)
  values (p_company, p_id, moment, p_kind, p_loan, p_account, p_staff_only, p_changes, p_workflow, p_input);
end $$;

-- Expiry is found by the application's own work, which asks for one company at a time.
create function app.companies_with_expired_answers() returns table (company_id uuid)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select distinct e.company_id from element e
    where e.expiration_date < current_date and not e.expired and e.answered;
  end;
revoke execute on function app.companies_with_expired_answers from public;
grant execute on function app.companies_with_expired_answers to cairn_app;

-- An entity's folder can be hidden from whoever puts the entity on the loan again, and is still the one.
create function app.folders_of_entities(company uuid, loan uuid)
  returns table (id uuid, entity_id uuid, in_trash boolean)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select e.id, e.sherpa_entity_id, e.in_trash from element e
    where e.company_id = company and e.loan_id = loan
      and e.storage_type = 'FOLDER' and e.sherpa_entity_id is not null
      and (company = app.company_id() or app.is_platform() or app.leads_loan(company, loan));
  end;
revoke execute on function app.folders_of_entities from public;
grant execute on function app.folders_of_entities to cairn_app;
-- A folder that is deleted for good is nobody's folder any more.
alter table loan_entity
  drop constraint loan_entity_company_id_loan_id_folder_id_fkey,
  add foreign key (company_id, loan_id, folder_id) references element (company_id, loan_id, id)
    on delete set null (folder_id);

grant delete on element to cairn_app;
grant select, insert, delete on past_answer, element_share to cairn_app;
