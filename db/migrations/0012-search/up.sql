-- Finding loans and requested documents by the beginnings of words, what a person opened last, and how
-- many files of a loan wait for review. why.md says why it is shaped like this.
create extension if not exists pg_trgm with schema app;
create extension if not exists btree_gin with schema app;
set local role cairn_owner;
set local search_path to cairn, app;

-- Lower-case words with one space before each: "LKSP-2041 Larkspur Bakery" is found by "lark" and "2041".
-- Not inlined, so that the planner knows what it costs and prefers the index to working it out anew.
create function app.search_text(given text) returns text
  language plpgsql immutable strict parallel safe cost 500 as $$
begin
  return ' ' || btrim(regexp_replace(lower(given), '[^[:alnum:]]+', ' ', 'g'));
end $$;

create index loan_words on loan
  using gin (company_id, app.search_text(short_code || ' ' || name) app.gin_trgm_ops);
create index element_words on element
  using gin (company_id, app.search_text(title) app.gin_trgm_ops) where storage_type = 'FILE';
create index document_words on document
  using gin (company_id, app.search_text(name) app.gin_trgm_ops);

-- The candidates of a search. Row security keeps the words' index from being used (its operators are
-- not leakproof), so these two run as the owner, within the caller's company or loans, and tell ids
-- only: the query that asks them reads the rows under row security and its own clause.
create function app.loans_with_words(longest text, words text[], most int)
  returns table (company_id uuid, id uuid)
  language plpgsql stable security definer set search_path = cairn, app, pg_temp as $$
begin
  if app.is_platform() then
    return query select l.company_id, l.id from loan l
      where app.search_text(l.short_code || ' ' || l.name) like longest
        and app.search_text(l.short_code || ' ' || l.name) like all (words)
      order by l.modified_at desc, l.id limit most;
  elsif app.company_id() is not null then
    return query select l.company_id, l.id from loan l
      where l.company_id = app.company_id()
        and app.search_text(l.short_code || ' ' || l.name) like longest
        and app.search_text(l.short_code || ' ' || l.name) like all (words)
      order by l.modified_at desc, l.id limit most;
  else
    return query select l.company_id, l.id from loan l
      where (l.company_id, l.id) in (
          select r.company_id, r.loan_id from loan_role r
          where r.account_id = app.account_id() and app.level_of(r.role) = app.role_level())
        and app.search_text(l.short_code || ' ' || l.name) like all (words)
      order by l.modified_at desc, l.id limit most;
  end if;
end $$;

-- By what was asked for, and by the name of the file that answers it.
create function app.elements_with_words(longest text, words text[], most int)
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
      where app.search_text(e.title) like all (words) or app.search_text(d.name) like all (words)
      order by e.modified_at desc, e.id limit most;
  end if;
end $$;
revoke execute on function app.loans_with_words, app.elements_with_words from public;
grant execute on function app.loans_with_words, app.elements_with_words to cairn_app;

-- What a person opened last, on loans that they still see.
create table recently_opened (
  company_id uuid not null,
  account_id uuid not null references account,
  -- A loan, or a requested document of it.
  object_id uuid not null,
  loan_id uuid not null,
  element_id uuid,
  opened_at timestamptz not null default clock_timestamp(),
  primary key (company_id, account_id, object_id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, loan_id, element_id) references element (company_id, loan_id, id)
    on delete cascade,
  check (object_id = coalesce(element_id, loan_id))
);
create index recently_opened_last on recently_opened (account_id, opened_at desc);
alter table recently_opened enable row level security;
alter table recently_opened force row level security;
create policy seen on recently_opened to cairn_app
  using (account_id = (select app.account_id()) and (company_id = (select app.company_id())
    or (select app.is_platform()) or app.holds_role(company_id, loan_id)));
grant select, insert, update, delete on recently_opened to cairn_app;

-- Answered, and nobody has said yes or no yet. Kept like the other totals of a package.
alter table loan add column files_to_review int not null default 0;
create index loan_to_review on loan (company_id, id) where files_to_review > 0;

create function app.waits_for_review(answer uuid, approved uuid, rejected uuid) returns int
  language sql immutable
  return (answer is not null and approved is null and rejected is null)::int;

create or replace function app.count_files() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update loan l set
    files = l.files + d.files,
    files_answered = l.files_answered + d.answered,
    files_approved = l.files_approved + d.approved,
    files_to_review = l.files_to_review + d.to_review
  from (
    select company_id, loan_id, sum(files) as files, sum(answered) as answered,
      sum(approved) as approved, sum(to_review) as to_review
    from (
      select company_id, loan_id, 1 as files, (answer_document_id is not null)::int as answered,
        (approved_by is not null)::int as approved,
        app.waits_for_review(answer_document_id, approved_by, rejected_by) as to_review
      from come where storage_type = 'FILE'
      union all
      select company_id, loan_id, -1, -(answer_document_id is not null)::int,
        -(approved_by is not null)::int,
        -app.waits_for_review(answer_document_id, approved_by, rejected_by)
      from gone where storage_type = 'FILE'
    ) each_file group by company_id, loan_id
    having sum(files) <> 0 or sum(answered) <> 0 or sum(approved) <> 0 or sum(to_review) <> 0
  ) d
  where (l.company_id, l.id) = (d.company_id, d.loan_id);
  return null;
end $$;

create or replace function app.count_new_files() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update loan l set
    files = l.files + d.files,
    files_answered = l.files_answered + d.answered,
    files_approved = l.files_approved + d.approved,
    files_to_review = l.files_to_review + d.to_review
  from (
    select company_id, loan_id, count(*) as files, count(answer_document_id) as answered,
      count(approved_by) as approved,
      sum(app.waits_for_review(answer_document_id, approved_by, rejected_by)) as to_review
    from come where storage_type = 'FILE' group by company_id, loan_id
  ) d
  where (l.company_id, l.id) = (d.company_id, d.loan_id);
  return null;
end $$;

create or replace function app.uncount_files() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update loan l set
    files = l.files - d.files,
    files_answered = l.files_answered - d.answered,
    files_approved = l.files_approved - d.approved,
    files_to_review = l.files_to_review - d.to_review
  from (
    select company_id, loan_id, count(*) as files, count(answer_document_id) as answered,
      count(approved_by) as approved,
      sum(app.waits_for_review(answer_document_id, approved_by, rejected_by)) as to_review
    from gone where storage_type = 'FILE' group by company_id, loan_id
  ) d
  where (l.company_id, l.id) = (d.company_id, d.loan_id);
  return null;
end $$;

update loan l set files_to_review = t.waiting
from (
  select company_id, loan_id,
    sum(app.waits_for_review(answer_document_id, approved_by, rejected_by)) as waiting
  from element where storage_type = 'FILE' group by company_id, loan_id
) t
where (l.company_id, l.id) = (t.company_id, t.loan_id) and t.waiting > 0;
