-- A phase of the portfolio can be flagged for the page Servicing, whatever its name.
set local role cairn_owner;
set local search_path to cairn;

alter table phase add column servicing boolean not null default false;
grant update (servicing) on phase to cairn_app;
