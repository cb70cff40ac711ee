-- The newest files that wait in a company's shoeboxes, a page at a time. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create index shoebox_item_newest on shoebox_item (company_id, created_at desc, id desc)
  where filed_at is null;
