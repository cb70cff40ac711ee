-- An answered file changes the loan's counters and none of its indexes, so that Postgres can write the
-- new version of the row beside the old one (a HOT update). why.md says what was measured.
set local role cairn_owner;
set local search_path to cairn;

-- Loans with files to review, or with something in the trash: what the two lists start from. A row
-- comes and goes when a counter leaves zero or comes back to it.
create table loan_mark (
  company_id uuid not null,
  mark text not null check (mark in ('TO_REVIEW', 'TRASH')),
  loan_id uuid not null,
  primary key (company_id, mark, loan_id),
  foreign key (company_id, loan_id) references loan on delete cascade
);
alter table loan_mark enable row level security;
alter table loan_mark force row level security;
-- People outside the company have counters of their own, of what they see.
create policy seen on loan_mark for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select on loan_mark to cairn_app;

insert into loan_mark (company_id, mark, loan_id)
select company_id, 'TO_REVIEW', id from loan where files_to_review > 0
union all
select company_id, 'TRASH', id from loan where trashed > 0;

drop index loan_to_review, loan_with_trash;
-- Room in each page for the next version of a row.
alter table loan set (fillfactor = 85);

create function app.set_loan_mark(company uuid, loan uuid, wanted text, count int) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if count > 0 then
    insert into loan_mark (company_id, mark, loan_id) values (company, wanted, loan)
    on conflict do nothing;
  else
    delete from loan_mark m where m.company_id = company and m.mark = wanted and m.loan_id = loan;
  end if;
end $$;
revoke execute on function app.set_loan_mark from public;

create or replace function app.add_tally(company uuid, loan_id uuid, t app.tally) returns void
  language plpgsql security definer set search_path = cairn, pg_temp as $$
#variable_conflict use_column
declare
  to_review int;
  in_trash int;
begin
  if t = (0, 0, 0, 0, 0, 0, 0, 0, 0)::app.tally then
    return;
  end if;
  update loan l set files = l.files + t.files, files_answered = l.files_answered + t.answered,
    files_approved = l.files_approved + t.approved,
    files_to_review = l.files_to_review + t.to_review,
    files_hidden = l.files_hidden + t.hidden, folders = l.folders + t.folders,
    folders_hidden = l.folders_hidden + t.folders_hidden, links = l.links + t.links,
    trashed = l.trashed + t.trashed
  where l.company_id = company and l.id = add_tally.loan_id
  returning l.files_to_review, l.trashed into to_review, in_trash;
  -- The row is locked by now: nobody else changes the counters until the commit.
  if t.to_review <> 0 and (to_review = 0 or to_review = t.to_review) then
    perform app.set_loan_mark(company, add_tally.loan_id, 'TO_REVIEW', to_review);
  end if;
  if t.trashed <> 0 and (in_trash = 0 or in_trash = t.trashed) then
    perform app.set_loan_mark(company, add_tally.loan_id, 'TRASH', in_trash);
  end if;
end $$;
