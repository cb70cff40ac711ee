-- The shoebox: files that came before anybody said what they answer, and wait to be filed.
set local role cairn_owner;
set local search_path to cairn;

-- A file of no loan that is one employee's own until they bring it to a loan. Null: the company's.
alter table document
  add column private_to uuid,
  add check (private_to is null or loan_id is null);

create table shoebox_item (
  company_id uuid not null references company,
  id uuid not null,
  -- Null: not brought to a loan yet.
  loan_id uuid,
  document_id uuid not null,
  shoebox_type text not null check (shoebox_type in ('LOAN', 'PERSONAL')),
  title text not null check (length(title) between 1 and 255),
  -- From whom the file is; the lender's people also put down what somebody else handed to them.
  user_id uuid not null,
  -- In whose own shoebox it lies. Null: in the loan's.
  shoebox_owner_id uuid,
  uploaded_by uuid not null,
  new_file boolean not null default true,
  document_type text check (length(document_type) between 1 and 255),
  sherpa_entity_id uuid,
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  deleted_at timestamptz,
  deleted_by uuid,
  -- Filed: out of every list. Kept, so that whoever files it a moment later hears that it was filed, and
  -- because what was filed under which title is how the next one is suggested.
  filed_at timestamptz,
  filed_by uuid,
  filed_as text,
  primary key (company_id, id),
  -- A file waits once.
  unique (company_id, document_id),
  foreign key (company_id, loan_id) references loan,
  foreign key (company_id, document_id) references document (company_id, id),
  -- What waits in a loan's shoebox is a file of that loan.
  foreign key (company_id, loan_id, document_id) references document (company_id, loan_id, id),
  foreign key (company_id, sherpa_entity_id) references entity (company_id, id)
    on delete set null (sherpa_entity_id),
  check ((shoebox_type = 'PERSONAL') = (loan_id is null)),
  check ((shoebox_type = 'PERSONAL') = (shoebox_owner_id is not null)),
  check ((deleted_at is null) = (deleted_by is null)),
  check (num_nonnulls(filed_at, filed_by, filed_as) in (0, 3)),
  check (filed_at is null or (loan_id is not null and deleted_at is null))
);
create index shoebox_item_loan on shoebox_item (company_id, loan_id) where filed_at is null;
create index shoebox_item_owner on shoebox_item (company_id, shoebox_owner_id)
  where filed_at is null and shoebox_owner_id is not null;
create index shoebox_item_user on shoebox_item (user_id) where filed_at is null;
create index shoebox_item_uploader on shoebox_item (uploaded_by) where filed_at is null;
create index shoebox_item_filed on shoebox_item (company_id, filed_at desc) where filed_at is not null;
create index shoebox_item_entity on shoebox_item (company_id, sherpa_entity_id)
  where sherpa_entity_id is not null;

-- Said once, for the policies and for the queries. What lies in somebody's own shoebox is theirs alone. Of a
-- loan's, those who lend see everything, everybody else what is from them or came by them.
create function app.owns_shoebox_item(i shoebox_item, account uuid) returns boolean
  language sql immutable
  return coalesce(account in ((i).user_id, (i).shoebox_owner_id, (i).uploaded_by), false);
create function app.sees_shoebox_item(i shoebox_item) returns boolean
  language sql stable
  return case
    when (i).shoebox_type = 'PERSONAL'
      then (i).company_id = app.company_id() and (i).shoebox_owner_id = app.account_id()
    when (i).company_id = app.company_id() or app.is_platform() then true
    else case app.standing_on((i).company_id, (i).loan_id, app.account_id())
      when 'LENDS' then true
      when 'BORROWS' then app.owns_shoebox_item(i, app.account_id())
      when 'TAKES_PART' then app.owns_shoebox_item(i, app.account_id())
      else false end
    end;

alter table shoebox_item enable row level security;
alter table shoebox_item force row level security;
create policy seen on shoebox_item to cairn_app
  using (app.sees_shoebox_item(shoebox_item));
grant select, insert, update, delete on shoebox_item to cairn_app;

-- How many wait on a loan, for whoever asks: underwriters and borrowers count their own.
create function app.shoebox_count(company uuid, loan uuid) returns int
  language sql stable
  return (
    select count(*)::int from cairn.shoebox_item i
    where i.company_id = company and i.loan_id = loan and i.filed_at is null and i.deleted_at is null
      and app.sees_shoebox_item(i)
      and (app.owns_shoebox_item(i, app.account_id()) or not exists (
        select from cairn.loan_role r
        where r.company_id = company and r.loan_id = loan and r.account_id = app.account_id()
          and app.level_of(r.role) = app.role_level()
          and r.role in ('UNDERWRITER_LENDER', 'BORROWER', 'LEAD_BORROWER')))
  );

-- A file that waits is seen with its item; one that is somebody's own by nobody else, the operator included.
-- The application itself, which has no account, checks it for viruses.
drop policy seen on document;
create policy seen on document to cairn_app
  using ((private_to is null or private_to = (select app.account_id())
      or (select app.account_id()) is null)
    and (company_id = (select app.company_id()) or (select app.is_platform())
      or (app.holds_role(company_id, loan_id) and created_by = (select app.account_id()))
      or exists (select from element e
        where e.company_id = document.company_id and e.answer_document_id = document.id)
      or exists (select from past_answer p
        where p.company_id = document.company_id and p.document_id = document.id)
      or exists (select from shoebox_item i
        where i.company_id = document.company_id and i.document_id = document.id
          and i.filed_at is null)));
