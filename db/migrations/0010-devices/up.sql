-- Known devices, sessions that can be told apart and ended, limits by network address, verified phone
-- numbers, pictures of people, consent to a credit check. Like account, these belong to no company.
set local role cairn_owner;
set local search_path to cairn;

-- A browser from which somebody once logged in. Its token says which browser, the row whose it is: two
-- people may share one.
create table device (
  account_id uuid not null references account,
  id uuid not null unique,
  token_hash bytea not null,
  name text not null check (length(name) between 1 and 255),
  failed int not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (account_id, token_hash)
);
create index device_last_used on device (last_used_at);

alter table session
  -- What a person names it by: the token's hash is nobody's business.
  add column id uuid not null default gen_random_uuid(),
  add column device_id uuid references device (id) on delete set null,
  -- How long nobody may be at the keyboard.
  add column idle interval not null default '30 minutes';
create unique index session_id on session (id);
create index session_device on session (device_id);

-- Calls counted within a window that starts with the first one. The key is an HMAC of what is counted
-- (a network address, a phone number), so that the table tells nobody who called.
create table call_count (
  key bytea primary key,
  calls int not null default 1,
  ends_at timestamptz not null
);
create index call_count_ends on call_count (ends_at);

-- A code that was sent again is another mail or text message: all of them count in the hour.
alter table confirmation_code add column sends smallint not null default 1;

alter table account
  add column phone_verified_at timestamptz,
  add column azure_email text check (length(azure_email) between 3 and 255),
  add check (phone is not null or phone_verified_at is null);

create table avatar (
  account_id uuid primary key references account,
  id uuid not null unique,
  content bytea not null check (length(content) between 1 and 262144),
  content_type text not null check (content_type in ('image/jpeg', 'image/png')),
  virus_scan_state text not null default 'PENDING'
    check (virus_scan_state in ('PENDING', 'CLEAN', 'INFECTED', 'ERROR')),
  created_at timestamptz not null default now()
);
-- Seen by whoever sees the person's name: the inner query is itself under row security.
alter table avatar enable row level security;
alter table avatar force row level security;
create policy own on avatar to cairn_app using (account_id = (select app.account_id()));
create policy seen on avatar for select to cairn_app
  using (virus_scan_state = 'CLEAN' and ((select app.is_platform())
    or exists (select from person p where p.account_id = avatar.account_id)));
create index person_account on person (account_id);

-- The check for viruses works for nobody in particular: it gets one picture, and says what it found.
create function app.avatar_to_scan(picture uuid) returns table (account_id uuid, content bytea)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select a.account_id, a.content from avatar a
    where a.id = picture and a.virus_scan_state in ('PENDING', 'ERROR');
  end;
create function app.avatar_scanned(picture uuid, state text) returns table (account_id uuid)
  language sql security definer set search_path = cairn, pg_temp
  begin atomic
    update avatar set virus_scan_state = state
    where id = picture and virus_scan_state in ('PENDING', 'ERROR') and virus_scan_state <> state
    returning avatar.account_id;
  end;
revoke execute on function app.avatar_to_scan, app.avatar_scanned from public;
grant execute on function app.avatar_to_scan, app.avatar_scanned to cairn_app;

-- What was agreed to, when and from where. Rows are only ever added.
create table credit_consent (
  account_id uuid not null references account,
  version text not null check (length(version) between 1 and 32),
  given_at timestamptz not null default now(),
  network_address text not null check (length(network_address) between 2 and 64),
  primary key (account_id, version)
);
alter table credit_consent enable row level security;
alter table credit_consent force row level security;
create policy own on credit_consent to cairn_app using (account_id = (select app.account_id()));

grant select, insert, update, delete on device, call_count, avatar to cairn_app;
grant select, insert on credit_consent to cairn_app;

-- What a code's row seals has another form now; codes under way are asked for again.
delete from confirmation_code;
