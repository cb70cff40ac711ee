-- The order of the pipeline, as a column: a page far down it is found by the index, row security or not.
set local role cairn_owner;
set local search_path to cairn;

alter table loan add column close_order date not null
  generated always as (coalesce(close_date, 'infinity'::date)) stored;

drop index loan_pipeline, loan_phase, loan_all;
create index loan_pipeline on loan (company_id, phase_category, close_order, id);
create index loan_phase on loan (company_id, phase_id, close_order, id);
create index loan_all on loan (company_id, close_order, id);

drop function app.close_order(date);
