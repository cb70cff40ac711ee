-- The pipeline: filtered pages by index, views that people keep, many loans moved at once, and what
-- people outside the company may read of a loan's history.
set local role cairn_owner;
set local search_path to cairn;

create index loan_of_type on loan (company_id, phase_category, loan_type, close_order, id);
create index loan_modified on loan (company_id, phase_id, modified_at, id);

create table loan_view (
  company_id uuid not null,
  account_id uuid not null,
  id uuid not null,
  name text not null check (length(name) between 1 and 255),
  section text not null
    check (section in ('lead', 'origination', 'portfolio', 'servicing', 'archive')),
  layout text not null check (layout in ('LIST', 'BOARD')),
  direction text not null check (direction in ('asc', 'desc')),
  modified_days int check (modified_days in (0, 7, 30, 60, 90, 180)),
  phase_ids uuid[] not null default '{}',
  loan_types text[] not null default '{}',
  created_at timestamptz not null default now(),
  primary key (company_id, account_id, id),
  foreign key (company_id, account_id) references person (company_id, account_id) on delete cascade
);
create unique index loan_view_name on loan_view (company_id, account_id, lower(name));

-- A view is its owner's, and of the company they are at work for.
alter table loan_view enable row level security;
alter table loan_view force row level security;
create policy seen on loan_view to cairn_app
  using (company_id = (select app.company_id()) and account_id = (select app.account_id()));
grant select, insert, update, delete on loan_view to cairn_app;

-- Whoever moves loans holds the totals of all phases concerned, in one order: two who move loans in
-- opposite directions wait for each other, and neither for good.
create function app.hold_phase_totals(company uuid, phases uuid[]) returns void
  language sql security definer set search_path = cairn, pg_temp
  begin atomic
    select from phase_total t
    where t.company_id = company and t.phase_id = any (phases)
      and (company = app.company_id() or app.is_platform() or app.works_with(company))
    order by t.phase_id for update;
  end;
revoke execute on function app.hold_phase_totals from public;
grant execute on function app.hold_phase_totals to cairn_app;

create or replace function app.recount_moved_loan() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  perform from phase_total
    where company_id = new.company_id and phase_id in (old.phase_id, new.phase_id)
    order by phase_id for update;
  update phase_total set loans = loans - 1, amount = amount - coalesce(old.amount, 0)
  where company_id = old.company_id and phase_id = old.phase_id;
  insert into phase_total as t (company_id, phase_id, loans, amount)
  values (new.company_id, new.phase_id, 1, coalesce(new.amount, 0))
  on conflict (company_id, phase_id)
    do update set loans = t.loans + 1, amount = t.amount + excluded.amount;
  return null;
end $$;

-- Those who hold a part in a loan read of its history what they see the object of: where it stands, and
-- what happened to requests and files that are theirs to see. Everything else in the log stays with the
-- company. The two functions run as the caller: what they ask is under the policies of those tables.
create function app.sees_elements_named(company uuid, detail jsonb) returns boolean
  language sql stable
  return (
    select count(*) > 0 and bool_and(e.id is not null)
    from (
      select detail ->> 'elementId' as id where detail ? 'elementId'
      union all
      select jsonb_array_elements_text(detail -> 'elementIds')
      where jsonb_typeof(detail -> 'elementIds') = 'array'
    ) named
    left join cairn.element e on e.company_id = company and e.id = named.id::uuid
  );
create function app.sees_document_named(company uuid, detail jsonb) returns boolean
  language sql stable
  return exists (
    select from cairn.document d
    where d.company_id = company and d.id = (detail ->> 'documentId')::uuid
  );
create policy told on audit_entry for select to cairn_app
  using (loan_id is not null
    and kind in ('loan.statusChanged', 'loan.phaseChanged', 'document.uploaded', 'element.answered',
      'element.approved', 'element.rejected')
    and app.holds_role(company_id, loan_id)
    and (kind not like 'element.%' or app.sees_elements_named(company_id, detail))
    and ((kind <> 'document.uploaded' and not detail ? 'documentId')
      or app.sees_document_named(company_id, detail)));
