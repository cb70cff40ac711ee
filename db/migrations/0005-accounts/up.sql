-- Codes by e-mail, failed log-ins by address, expired passwords, mail that was sent. Like account, these
-- belong to no company: a person signs in before it is known to which.
set local role cairn_owner;
set local search_path to cairn;

alter table credential add column expired_at timestamptz;

-- Counted by address, whether or not somebody has it: both lock alike, at the same cost.
create table login_attempt (
  address_hash bytea primary key,
  failed int not null default 0,
  locked_until timestamptz,
  touched_at timestamptz not null default now()
);
create index login_attempt_touched on login_attempt (touched_at);

-- The old counters stood on the credential, where an unknown address has none. Who is locked at this
-- moment may try again: the key that addresses are hashed with is not the database's to know.
alter table credential drop column failed_attempts, drop column locked_until;

create table confirmation_code (
  id uuid primary key,
  address_hash bytea not null,
  browser_hash bytea not null,
  -- Whose address it is, if anybody's. Not a foreign key: checking it would take longer for an address
  -- that is known than for one that is not.
  account_id uuid,
  -- The code, the address and what was asked for, encrypted: a code must be sent again as it is.
  sealed bytea not null,
  tries smallint not null default 0,
  sent_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at)
);
create index confirmation_code_address on confirmation_code (address_hash, created_at);
create index confirmation_code_created on confirmation_code (created_at);

-- One mail for one event, also when the step that sends it is repeated.
create table sent_mail (
  event_id uuid primary key,
  sent_at timestamptz not null default now()
);

grant select, insert, update, delete on login_attempt, confirmation_code to cairn_app;
grant select, insert on sent_mail to cairn_app;
