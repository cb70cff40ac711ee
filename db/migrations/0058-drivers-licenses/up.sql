-- The driver's license of a person: two pictures, which are documents, and what the card says, sealed.
set local role cairn_owner;
set local search_path to cairn;

create table drivers_license (
  company_id uuid not null,
  entity_id uuid not null,
  front_document_id uuid,
  back_document_id uuid,
  -- What the person confirmed, sealed together with the company's key of that generation.
  sealed bytea,
  key_generation int,
  version int not null default 0 check (version >= 0),
  modified_at timestamptz not null default now(),
  modified_by uuid,
  primary key (company_id, entity_id),
  foreign key (company_id, entity_id) references entity,
  foreign key (company_id, front_document_id) references document (company_id, id),
  foreign key (company_id, back_document_id) references document (company_id, id),
  foreign key (company_id, key_generation) references company_key (company_id, generation),
  check ((sealed is null) = (key_generation is null)),
  check (front_document_id <> back_document_id)
);
create unique index drivers_license_front on drivers_license (company_id, front_document_id)
  where front_document_id is not null;
create unique index drivers_license_back on drivers_license (company_id, back_document_id)
  where back_document_id is not null;

-- The person, and those who lend on a loan that the person is on. Not the other borrowers, nor the one who leads them.
create function app.sees_license(company uuid, entity uuid) returns boolean
  language sql stable security definer set search_path = cairn, pg_temp
  return exists (
    select from entity e
    where e.company_id = company and e.id = entity
      and app.is_own_individual(e.company_id, e.account_id)
  ) or exists (
    select from loan_entity le
    join loan_role r on r.company_id = le.company_id and r.loan_id = le.loan_id
    where le.company_id = company and le.entity_id = entity
      and r.account_id = app.account_id() and r.role in ('UNDERWRITER_LENDER', 'LENDER')
      and app.level_of(r.role) = app.role_level()
  );

alter table drivers_license enable row level security;
alter table drivers_license force row level security;
create policy seen on drivers_license to cairn_app
  using (company_id = (select app.company_id()) or app.sees_license(company_id, entity_id));

-- Its pictures are seen with it.
create policy of_a_license on document for select to cairn_app
  using (private_to is null and exists (select from drivers_license l
    where l.company_id = document.company_id
      and (l.front_document_id = document.id or l.back_document_id = document.id)));

grant select, insert, update on drivers_license to cairn_app;
