-- no-transaction
-- The operator's lists, which are of all companies, in their order. The condition on the id holds for every row: only
-- the operator's queries state it, so that Postgres cannot use these indexes for anyone else. why.md says more.
create index concurrently loan_for_operator on cairn.loan (close_order, id)
  where id > '00000000-0000-0000-0000-000000000000';
create index concurrently loan_changed_for_operator on cairn.loan (modified_at, id)
  where id > '00000000-0000-0000-0000-000000000000';
create index concurrently shoebox_item_for_operator on cairn.shoebox_item (created_at desc, id desc)
  where filed_at is null and shoebox_type = 'LOAN' and id > '00000000-0000-0000-0000-000000000000';
