-- Switching four-eyes approval off takes effect a day later.
set local role cairn_owner;
set local search_path to cairn;

alter table company add column four_eyes_until timestamptz;
comment on column company.four_eyes_until is
  'Four-eyes approval was switched off, and still holds until then.';
grant update (four_eyes_until) on company to cairn_app;
