-- A request that is answered with several files has a row for each further one. why.md has the reasons.
set local role cairn_owner;
set local search_path to cairn;

alter table element
  add column continues_id uuid,
  add constraint element_continues_another check (continues_id <> id),
  add constraint element_continues_with_a_file check
    (continues_id is null or (storage_type = 'FILE' and question_type is null and target_id is null)),
  add foreign key (company_id, continues_id) references element (company_id, id)
    on delete set null (continues_id);
create index element_continues on element (company_id, continues_id) where continues_id is not null;
