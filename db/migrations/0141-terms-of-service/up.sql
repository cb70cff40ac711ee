-- Which version of the terms of service an account has agreed to, and when. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

alter table user_settings
  -- Null: never agreed. The newest one; the audit log has those before.
  add column terms_version text check (length(terms_version) between 1 and 64),
  add column terms_agreed_at timestamptz,
  add constraint user_settings_terms check ((terms_version is null) = (terms_agreed_at is null));
