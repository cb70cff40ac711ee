-- People on a loan: contacts and whom they belong to, invitations that wait to be sent, the review status.
set local role cairn_owner;
set local search_path to cairn;

-- F.3: how far the review of a loan has come. The package tree asks for the same column.
alter table loan add column if not exists review_status text not null default 'NOT_READY'
  check (review_status in
    ('NOT_READY', 'READY_TO_REVIEW', 'IN_REVIEW', 'CHANGES_REQUESTED', 'REVIEW_COMPLETE'));

-- Somebody can be noted on a loan before anything is sent to them: no letter yet, so no link.
alter table invitation
  add check (sends >= 0),
  add unique (company_id, loan_id, id);

-- An accountant, an attorney: known to the loan through somebody on it. Either side may still be
-- only invited. A contact whose person leaves the loan stays, and is then nobody's in particular.
create table contact_relation (
  company_id uuid not null,
  id uuid not null,
  loan_id uuid not null,
  related_role_id uuid,
  related_invitation_id uuid,
  contact_role_id uuid,
  contact_invitation_id uuid,
  subrole_id uuid,
  phone text check (length(phone) between 7 and 32),
  created_at timestamptz not null default now(),
  created_by uuid not null,
  primary key (company_id, id),
  unique (company_id, contact_role_id),
  unique (company_id, contact_invitation_id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, loan_id, related_role_id) references loan_role (company_id, loan_id, id)
    on delete set null (related_role_id),
  foreign key (company_id, loan_id, contact_role_id) references loan_role (company_id, loan_id, id)
    on delete cascade,
  foreign key (company_id, loan_id, related_invitation_id) references invitation (company_id, loan_id, id),
  foreign key (company_id, loan_id, contact_invitation_id) references invitation (company_id, loan_id, id),
  foreign key (company_id, subrole_id) references contact_subrole,
  check (num_nonnulls(related_role_id, related_invitation_id) <= 1),
  check (num_nonnulls(contact_role_id, contact_invitation_id) = 1)
);
create index contact_relation_loan on contact_relation (company_id, loan_id);

-- Whoever accepts keeps their relations, now as the part they have. What is taken back has none.
create function app.settle_relations() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare part uuid;
begin
  if new.removed_at is not null then
    delete from contact_relation c
    where c.company_id = new.company_id and c.contact_invitation_id = new.id;
    update contact_relation c set related_invitation_id = null
    where c.company_id = new.company_id and c.related_invitation_id = new.id;
    return null;
  end if;
  select r.id into part from loan_role r
  where r.company_id = new.company_id and r.loan_id = new.loan_id
    and r.account_id = new.accepted_by and r.role = new.role;
  if part is null then return null; end if;
  -- Asked twice into the same part, somebody is one contact all the same.
  delete from contact_relation c
  where c.company_id = new.company_id and c.contact_invitation_id = new.id
    and exists (select from contact_relation other
      where other.company_id = c.company_id and other.contact_role_id = part);
  update contact_relation c set contact_role_id = part, contact_invitation_id = null
  where c.company_id = new.company_id and c.contact_invitation_id = new.id;
  update contact_relation c set related_role_id = part, related_invitation_id = null
  where c.company_id = new.company_id and c.related_invitation_id = new.id;
  return null;
end $$;
create trigger relations_settled after update of accepted_at, removed_at on invitation
  for each row when (new.loan_id is not null and num_nonnulls(new.accepted_at, new.removed_at) > 0)
  execute function app.settle_relations();

-- Who sees and changes what of it. These run as the owner, because the roles are under row security;
-- each is about the caller alone, in the role they are logged in with.
create function app.keeps_contact(company uuid, loan uuid, related uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = app.account_id()
      and app.level_of(r.role) = app.role_level()
      and (r.role in ('UNDERWRITER_LENDER', 'LENDER', 'LEAD_BORROWER')
        or (r.role = 'BORROWER' and r.id = related))
  );

create function app.asks_on_loan(
  company uuid, loan uuid, invitation uuid, asked_as text, asked_by uuid
) returns boolean language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = app.account_id()
      and app.level_of(r.role) = app.role_level()
      and case
        when app.level_of(r.role) = 'LENDER' then true
        when r.role = 'LEAD_BORROWER' then app.level_of(asked_as) <> 'LENDER'
        when r.role = 'BORROWER' then app.level_of(asked_as) = 'CONTACT'
          and (asked_by = app.account_id() or exists (
            select from contact_relation c where c.company_id = company
              and c.contact_invitation_id = invitation and c.related_role_id = r.id))
        else false end
  );

create function app.changes_part(company uuid, loan uuid, part uuid, part_role text) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from loan_role r
    where r.company_id = company and r.loan_id = loan and r.account_id = app.account_id()
      and app.level_of(r.role) = app.role_level()
      and case
        when app.level_of(r.role) = 'LENDER' then app.level_of(part_role) <> 'LENDER'
        when r.role = 'LEAD_BORROWER' then app.level_of(part_role) = 'CONTACT'
        when r.role = 'BORROWER' then app.level_of(part_role) = 'CONTACT' and exists (
          select from contact_relation c where c.company_id = company
            and c.contact_role_id = part and c.related_role_id = r.id)
        else false end
  );

alter table contact_relation enable row level security;
alter table contact_relation force row level security;
create policy kept on contact_relation to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.keeps_contact(company_id, loan_id, related_role_id));

-- To see everybody on a loan is not to change who is on it.
drop policy seen on loan_role;
create policy seen on loan_role for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.holds_role(company_id, loan_id));
-- Not for reading: a list of loans asks one function of each row, not two.
create policy added on loan_role for insert to cairn_app
  with check (company_id = (select app.company_id()) or (select app.is_platform())
    or app.changes_part(company_id, loan_id, id, role));
create policy changed on loan_role for update to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.changes_part(company_id, loan_id, id, role));
create policy removed on loan_role for delete to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform())
    or app.changes_part(company_id, loan_id, id, role));

create policy asked_on_loan on invitation to cairn_app
  using (loan_id is not null and app.asks_on_loan(company_id, loan_id, id, role, invited_by));

grant update (role) on loan_role to cairn_app;
grant select, insert, update, delete on contact_relation to cairn_app;

-- Whoever leaves a loan leaves what was asked of them there to the others. The loans are locked first and
-- in order, as whoever changes a package locks them.
create function app.leave_requests() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  perform from loan l
  where (l.company_id, l.id) in (select g.company_id, g.loan_id from gone g
    join element e on e.company_id = g.company_id and e.loan_id = g.loan_id
      and e.assigned_to = g.account_id)
  order by l.company_id, l.id for no key update;
  update element e set assigned_to = null, version = e.version + 1, modified_at = now()
  from gone g
  where e.company_id = g.company_id and e.loan_id = g.loan_id and e.assigned_to = g.account_id
    and not exists (select from loan_role r where r.company_id = g.company_id
      and r.loan_id = g.loan_id and r.account_id = g.account_id);
  return null;
end $$;
create trigger requests_left after delete on loan_role referencing old table as gone
  for each statement execute function app.leave_requests();

-- Letters of the last hour, whoever asks: people outside the company do not see its other invitations.
create function app.letters_of_last_hour(company uuid, loan uuid, address text)
  returns table (from_company int, on_loan int, to_address int)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select coalesce(sum(i.sends), 0)::int,
      coalesce(sum(i.sends) filter (where i.loan_id = loan), 0)::int,
      coalesce(sum(i.sends) filter (where lower(i.email_address) = lower(address)), 0)::int
    from invitation i
    where i.company_id = company and i.sent_at > now() - interval '1 hour'
      and (company = app.company_id() or app.is_platform() or app.holds_role(company, loan));
  end;

-- The lender's word for what a contact does, for whoever sees the contact: the list of such words is
-- the lender's own.
create function app.subrole_name(company uuid, subrole uuid) returns text
  language sql stable security definer set search_path = cairn, pg_temp
  return (select s.name from contact_subrole s where s.company_id = company and s.id = subrole);

-- Whether somebody wants to hear that they were put on a loan or taken off it. Settings are each
-- person's own; the worker asks for people of its own company only, and gets yes or no.
create function app.hears_of_parts(account uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from person p
    join account a on a.id = p.account_id and not a.is_system and a.closed_at is null
    left join user_settings s on s.account_id = p.account_id
    where p.company_id = app.company_id() and p.account_id = account
      and coalesce(s.send_email_add_remove_user, true)
  );
revoke execute on function app.letters_of_last_hour, app.subrole_name, app.hears_of_parts from public;
grant execute on function app.letters_of_last_hour, app.subrole_name, app.hears_of_parts to cairn_app;
