-- What a company calls the roles of an application, and which of them applicants choose from.
set local role cairn_owner;
set local search_path to cairn;

alter table company add column application_roles jsonb not null default '{}'
  check (jsonb_typeof(application_roles) = 'object');
grant update (application_roles) on company to cairn_app;
