-- The calendar: what is due and what expires on a day, by index.
set local role cairn_owner;
set local search_path to cairn;

-- What is done is no longer due: a day long past is as short as one to come.
create index element_due on element (company_id, due_date, id)
  where due_date is not null and not in_trash and target_id is null
    and not (answered and rejected_by is null
      and (approved_by is not null or answer_value is not null));
create index element_expires on element (company_id, expiration_date, id)
  where expiration_date is not null and not in_trash and target_id is null;
