-- A saved view of the pipeline keeps the filter "No activity for 14 days".
set local role cairn_owner;
set local search_path to cairn;

alter table loan_view add column idle boolean not null default false;
