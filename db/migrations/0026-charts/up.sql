-- What the charts are drawn from: when a loan closed, how long it stood in each phase, and how long a document
-- took to come and to be accepted. why.md says why it is shaped like this.
set local role cairn_owner;
set local search_path to cairn;

-- Into the portfolio, and not back since. What was put away from there has closed all the same.
alter table loan add column closed_at timestamptz;
create function app.note_closing() returns trigger language plpgsql as $$
begin
  if new.phase_category in ('LEAD', 'ORIGINATION') then
    new.closed_at := null;
  elsif new.phase_category = 'PORTFOLIO' and new.closed_at is null then
    -- A loan that comes here closed did so on its close date; noon in UTC is that day anywhere in America.
    new.closed_at := case when tg_op = 'UPDATE' then new.phase_entered_at
      else coalesce(least((new.close_date + time '12:00') at time zone 'UTC', now()),
        new.phase_entered_at) end;
  end if;
  return new;
end $$;

-- One row for each time a loan left a phase.
create table phase_stay (
  company_id uuid not null references company,
  id uuid not null default uuidv7(),
  phase_id uuid not null,
  loan_type text not null,
  entered_at timestamptz not null,
  left_at timestamptz not null,
  primary key (company_id, phase_id, left_at, id) include (loan_type, entered_at),
  foreign key (company_id, phase_id) references phase on delete cascade,
  check (entered_at <= left_at)
);

-- One row for each time a document came from those who were asked, was accepted, or was sent back.
create table document_turn (
  company_id uuid not null references company,
  kind text not null check (kind in ('UPLOADED', 'ACCEPTED', 'SENT_BACK')),
  at timestamptz not null,
  id uuid not null default uuidv7(),
  element_id uuid not null,
  loan_type text not null,
  -- Where the loan stood.
  phase_id uuid not null,
  -- Since when it was waited for; null for what was sent back.
  since timestamptz,
  -- Accepted, and never sent back before.
  first_time boolean,
  -- Why it was sent back; null for a reason in the lender's own words.
  code text,
  primary key (company_id, kind, at, id) include (element_id, loan_type, phase_id, since, first_time, code),
  check ((kind = 'ACCEPTED') = (first_time is not null)),
  check ((kind = 'SENT_BACK') = (since is null)),
  check (kind = 'SENT_BACK' or code is null)
);

create function app.note_stay() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  insert into phase_stay (company_id, phase_id, loan_type, entered_at, left_at)
  values (new.company_id, old.phase_id, new.loan_type, old.phase_entered_at,
    greatest(old.phase_entered_at, new.phase_entered_at));
  return null;
end $$;

create function app.note_turn() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  its record;
begin
  select l.loan_type, l.phase_id into its from loan l
  where l.company_id = new.company_id and l.id = new.loan_id;
  -- What replaces an answer that nobody has looked at was not waited for; nor is what the lender files itself.
  if new.answered and new.answered_at is distinct from old.answered_at
    and (old.answered_at is null or old.rejected_by is not null)
    and not exists (select from employee e
      where e.company_id = new.company_id and e.account_id = new.answered_by)
  then
    insert into document_turn (company_id, kind, at, element_id, loan_type, phase_id, since)
    values (new.company_id, 'UPLOADED', new.answered_at, new.id, its.loan_type, its.phase_id,
      case when old.rejected_by is not null then coalesce(old.decided_at, new.created_at)
        else new.created_at end);
  end if;
  if new.decided_at is not distinct from old.decided_at then return null; end if;
  if new.approved_by is not null then
    insert into document_turn (company_id, kind, at, element_id, loan_type, phase_id, since, first_time)
    values (new.company_id, 'ACCEPTED', new.decided_at, new.id, its.loan_type, its.phase_id,
      coalesce(new.answered_at, new.created_at),
      old.rejected_by is null and not exists (select from past_answer p
        where p.company_id = new.company_id and p.loan_id = new.loan_id and p.element_id = new.id
          and p.rejected_by is not null));
  elsif new.rejected_by is not null then
    insert into document_turn (company_id, kind, at, element_id, loan_type, phase_id, code)
    values (new.company_id, 'SENT_BACK', new.decided_at, new.id, its.loan_type, its.phase_id,
      new.rejection_code);
  elsif old.approved_by is not null and new.answered_at is not distinct from old.answered_at then
    -- The approval of the same answer was taken back.
    delete from document_turn t
    where t.company_id = new.company_id and t.kind = 'ACCEPTED' and t.at = old.decided_at
      and t.element_id = new.id;
  end if;
  return null;
end $$;
revoke execute on function app.note_stay, app.note_turn from public;

-- From what is known already. A loan's moves stand in the log; the rest in the rows as they are.
update loan l set closed_at = coalesce(moved.at,
  least((l.close_date + time '12:00') at time zone 'UTC', now()), l.phase_entered_at)
from loan same
left join lateral (
  select min(a.at) as at from audit_entry a
  join phase p on p.company_id = a.company_id and p.id::text = a.detail ->> 'to'
    and p.category = 'PORTFOLIO'
  where a.company_id = same.company_id and a.chain_id = same.id and a.kind = 'loan.phaseChanged'
) moved on true
where (l.company_id, l.id) = (same.company_id, same.id) and l.phase_category = 'PORTFOLIO';

insert into phase_stay (company_id, phase_id, loan_type, entered_at, left_at)
select m.company_id, p.id, l.loan_type, least(m.entered_at, m.at), m.at
from (
  select a.company_id, a.chain_id, a.at, a.detail ->> 'from' as left_phase,
    coalesce(lag(a.at) over (partition by a.company_id, a.chain_id order by a.position),
      same.created_at) as entered_at
  from audit_entry a
  join loan same on same.company_id = a.company_id and same.id = a.chain_id
  where a.kind = 'loan.phaseChanged'
) m
join loan l on l.company_id = m.company_id and l.id = m.chain_id
join phase p on p.company_id = m.company_id and p.id::text = m.left_phase;

insert into document_turn
  (company_id, kind, at, element_id, loan_type, phase_id, since, first_time, code)
select e.company_id, turn.kind, turn.at, e.id, l.loan_type, l.phase_id, turn.since, turn.first_time, turn.code
from element e
join loan l on l.company_id = e.company_id and l.id = e.loan_id
cross join lateral (
  select 'UPLOADED' as kind, e.answered_at as at, least(e.created_at, e.answered_at) as since,
    null::boolean as first_time, null as code
  where e.answered and not exists (select from past_answer p where p.company_id = e.company_id
      and p.loan_id = e.loan_id and p.element_id = e.id)
    and not exists (select from employee w
      where w.company_id = e.company_id and w.account_id = e.answered_by)
  union all
  select 'ACCEPTED', e.decided_at, coalesce(least(e.answered_at, e.decided_at), e.decided_at),
    not exists (select from past_answer p where p.company_id = e.company_id
      and p.loan_id = e.loan_id and p.element_id = e.id and p.rejected_by is not null), null
  where e.approved_by is not null
  union all
  select 'SENT_BACK', e.decided_at, null, null, e.rejection_code where e.rejected_by is not null
) turn
where e.storage_type = 'FILE' and turn.at > now() - interval '1 year';

create trigger closing_noted before insert or update of phase_category on loan
  for each row execute function app.note_closing();
create trigger stay_noted after update of phase_id on loan
  for each row when (old.phase_id <> new.phase_id) execute function app.note_stay();
create trigger turn_noted after update of answered_at, decided_at on element
  for each row when (old.answered_at is distinct from new.answered_at
    or old.decided_at is distinct from new.decided_at)
  execute function app.note_turn();

create index loan_closed on loan (company_id, closed_at, id) include (loan_type, amount, created_at)
  where closed_at is not null;

-- Figures of a company are its staff's: nobody from outside sees how it does.
alter table phase_stay enable row level security;
alter table phase_stay force row level security;
create policy seen on phase_stay for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
alter table document_turn enable row level security;
alter table document_turn force row level security;
create policy seen on document_turn for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select on phase_stay, document_turn to cairn_app;
