-- Which version of a request its answer, its decision and its words have been the same since: a decision compares with it.
set local role cairn_owner;
set local search_path to cairn;

-- Null: not known, since before this migration. Then a decision compares with the version itself.
alter table element add column answer_version int;
