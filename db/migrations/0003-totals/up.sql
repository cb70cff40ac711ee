-- Totals that people see, kept in the transaction that changes them.
set local role cairn_owner;
set local search_path to cairn;

-- Statement-level: one update per phase, however many loans a statement brings.
create function app.count_loans() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  if tg_op in ('UPDATE', 'DELETE') then
    update phase_total t set loans = t.loans - d.loans, amount = t.amount - d.amount
    from (select company_id, phase_id, count(*) as loans, coalesce(sum(amount), 0) as amount
          from gone group by company_id, phase_id order by phase_id) d
    where (t.company_id, t.phase_id) = (d.company_id, d.phase_id);
  end if;
  if tg_op in ('UPDATE', 'INSERT') then
    insert into phase_total as t (company_id, phase_id, loans, amount)
    select company_id, phase_id, count(*), coalesce(sum(amount), 0)
    from come group by company_id, phase_id order by phase_id
    on conflict (company_id, phase_id)
      do update set loans = t.loans + excluded.loans, amount = t.amount + excluded.amount;
  end if;
  return null;
end $$;
create trigger counted_when_created after insert on loan
  referencing new table as come for each statement execute function app.count_loans();
create trigger counted_when_removed after delete on loan
  referencing old table as gone for each statement execute function app.count_loans();

-- A change of phase or amount is one loan at a time, and rare beside other updates of a loan.
create function app.recount_moved_loan() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update phase_total set loans = loans - 1, amount = amount - coalesce(old.amount, 0)
  where company_id = old.company_id and phase_id = old.phase_id;
  insert into phase_total as t (company_id, phase_id, loans, amount)
  values (new.company_id, new.phase_id, 1, coalesce(new.amount, 0))
  on conflict (company_id, phase_id)
    do update set loans = t.loans + 1, amount = t.amount + excluded.amount;
  return null;
end $$;
create trigger counted_when_moved after update of phase_id, amount on loan
  for each row when (old.phase_id <> new.phase_id or old.amount is distinct from new.amount)
  execute function app.recount_moved_loan();

create function app.count_files() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update loan l set
    files = l.files + d.files,
    files_answered = l.files_answered + d.answered,
    files_approved = l.files_approved + d.approved
  from (
    select company_id, loan_id, sum(files) as files, sum(answered) as answered,
      sum(approved) as approved
    from (
      select company_id, loan_id, 1 as files, (answer_document_id is not null)::int as answered,
        (approved_by is not null)::int as approved
      from come where storage_type = 'FILE'
      union all
      select company_id, loan_id, -1, -(answer_document_id is not null)::int,
        -(approved_by is not null)::int
      from gone where storage_type = 'FILE'
    ) each_file group by company_id, loan_id
    having sum(files) <> 0 or sum(answered) <> 0 or sum(approved) <> 0
  ) d
  where (l.company_id, l.id) = (d.company_id, d.loan_id);
  return null;
end $$;
create trigger files_counted_when_changed after update on element
  referencing old table as gone new table as come
  for each statement execute function app.count_files();

create function app.count_new_files() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update loan l set
    files = l.files + d.files,
    files_answered = l.files_answered + d.answered,
    files_approved = l.files_approved + d.approved
  from (
    select company_id, loan_id, count(*) as files, count(answer_document_id) as answered,
      count(approved_by) as approved
    from come where storage_type = 'FILE' group by company_id, loan_id
  ) d
  where (l.company_id, l.id) = (d.company_id, d.loan_id);
  return null;
end $$;
create trigger files_counted_when_created after insert on element
  referencing new table as come for each statement execute function app.count_new_files();

create function app.uncount_files() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update loan l set
    files = l.files - d.files,
    files_answered = l.files_answered - d.answered,
    files_approved = l.files_approved - d.approved
  from (
    select company_id, loan_id, count(*) as files, count(answer_document_id) as answered,
      count(approved_by) as approved
    from gone where storage_type = 'FILE' group by company_id, loan_id
  ) d
  where (l.company_id, l.id) = (d.company_id, d.loan_id);
  return null;
end $$;
create trigger files_counted_when_removed after delete on element
  referencing old table as gone for each statement execute function app.uncount_files();
