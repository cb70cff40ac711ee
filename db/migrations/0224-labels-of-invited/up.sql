-- Labels that a person gets with the part in a loan that they are invited to.
set local role cairn_owner;
set local search_path to cairn;

alter table invitation add column label_ids uuid[] not null default '{}'
  check (label_ids = '{}' or loan_id is not null);

-- The part is there before the invitation is marked as accepted. A label that was deleted meanwhile is left out.
create function app.label_who_joined() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  insert into loan_role_label (company_id, loan_id, loan_role_id, label_id)
  select r.company_id, r.loan_id, r.id, l.id
  from loan_role r
  join label l on l.company_id = r.company_id and l.id = any(new.label_ids)
  where r.company_id = new.company_id and r.loan_id = new.loan_id
    and r.account_id = new.accepted_by and r.role = new.role
  for key share of l
  on conflict do nothing;
  return null;
end $$;
create trigger labeled after update on invitation
  for each row when (old.accepted_at is null and new.accepted_at is not null and new.label_ids <> '{}')
  execute function app.label_who_joined();
