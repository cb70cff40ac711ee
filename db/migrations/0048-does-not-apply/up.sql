-- A request that does not apply, a promised date, a note with a file, and requests handed to invited people.
-- why.md has the reasons.
set local role cairn_owner;
set local search_path to cairn;

do $$
declare
  old name;
begin
  select conname into strict old from pg_constraint
  where conrelid = 'element'::regclass and contype = 'c'
    and pg_get_constraintdef(oid) = 'CHECK (((answer_value IS NULL) OR (question_type IS NOT NULL)))';
  execute format('alter table element drop constraint %I', old);
end $$;
alter table element
  add constraint element_value_answers_a_question check
    (answer_value is null or question_type is not null
      or (jsonb_typeof(answer_value) = 'object' and answer_value ? 'doesNotApply')),
  add column promised_date date,
  add column answer_note text check (length(answer_note) between 1 and 1000),
  add column assigned_invitation_id uuid,
  add foreign key (company_id, assigned_invitation_id) references invitation (company_id, id)
    on delete set null (assigned_invitation_id);
create index element_assigned_invitation on element (company_id, assigned_invitation_id)
  where assigned_invitation_id is not null;

-- Whoever accepts gets what was handed to the invitation; an invitation that ends hands it back.
create function app.hand_over_to_invited() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update element set assigned_to = new.accepted_by, assigned_invitation_id = null,
    version = version + 1, modified_at = now()
  where company_id = new.company_id and assigned_invitation_id = new.id;
  return null;
end $$;
create trigger handed_over after update on invitation
  for each row when (old.accepted_at is null and old.declined_at is null and old.removed_at is null
    and (new.accepted_at is not null or new.declined_at is not null or new.removed_at is not null))
  execute function app.hand_over_to_invited();
