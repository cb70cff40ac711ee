-- A saved view of the pipeline keeps the filter "To review".
set local role cairn_owner;
set local search_path to cairn;

alter table loan_view add column to_review boolean not null default false;
