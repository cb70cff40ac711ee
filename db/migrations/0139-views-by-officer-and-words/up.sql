-- A saved view of the pipeline keeps the loan officers and the words that the list is filtered by.
set local role cairn_owner;
set local search_path to cairn;

alter table loan_view add column officer_ids uuid[] not null default '{}'
  check (cardinality(officer_ids) <= 100);
alter table loan_view add column words text not null default '' check (length(words) <= 200);
