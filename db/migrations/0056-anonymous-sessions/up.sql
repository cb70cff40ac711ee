-- Upload sessions of people without an account, behind the link of an employee. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table anonymous_session (
  company_id uuid not null references company,
  id uuid not null unique,
  -- The employee whose link it is, and the code that the link had: a renewed link ends its sessions.
  account_id uuid not null references account,
  unique_code text not null,
  -- Verified by a code. Before that it is only what an employee vouches for.
  email_address text not null check (length(email_address) between 3 and 255),
  -- The session id that the visitor holds, and the cookie of the browser that it works in.
  token_hash bytea unique check (length(token_hash) = 32),
  browser_hash bytea check (length(browser_hash) = 32),
  -- The loan for which an employee vouches.
  loan_id uuid,
  vouched_by uuid references account,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  ends_at timestamptz not null,
  extensions smallint not null default 0 check (extensions between 0 and 3),
  extension_requested_at timestamptz,
  submitted_at timestamptz,
  -- Its files, oldest first.
  document_ids uuid[] not null default '{}' check (cardinality(document_ids) <= 100),
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan on delete set null (loan_id),
  check (num_nonnulls(token_hash, browser_hash, verified_at) in (0, 3)),
  check (verified_at is not null or vouched_by is not null),
  check (ends_at > created_at)
);
create index anonymous_session_browser on anonymous_session (browser_hash) where browser_hash is not null;
create index anonymous_session_vouched on anonymous_session (company_id, account_id, lower(email_address))
  where verified_at is null;
create index anonymous_session_loan on anonymous_session (company_id, loan_id) where loan_id is not null;
create index anonymous_session_ended on anonymous_session (ends_at);

alter table anonymous_session enable row level security;
alter table anonymous_session force row level security;
create policy seen on anonymous_session to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select, insert, update, delete on anonymous_session to cairn_app;

-- How often each link was opened, by day: an open call adds no rows without bound.
create table secure_upload_visit (
  company_id uuid not null references company,
  account_id uuid not null references account,
  day date not null default current_date,
  visits int not null default 0 check (visits >= 0),
  with_session int not null default 0 check (with_session >= 0),
  primary key (company_id, account_id, day)
);
alter table secure_upload_visit enable row level security;
alter table secure_upload_visit force row level security;
create policy seen on secure_upload_visit to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select, insert, update on secure_upload_visit to cairn_app;

-- Visitors have no session that says which company they are at. The code is the secret of the link.
create function app.upload_link(code text) returns table (company_id uuid, account_id uuid)
  language sql stable security definer set search_path = cairn, pg_temp
begin atomic
  select e.company_id, e.account_id from employee e
  join account a on a.id = e.account_id
  where e.unique_code = code and a.closed_at is null;
end;
revoke execute on function app.upload_link from public;
grant execute on function app.upload_link to cairn_app;

-- The session of a visitor who holds both its id and its cookie, while its link is good. Until a week after its end, so
-- that it can be extended.
create function app.find_anonymous_session(token bytea, browser bytea) returns table (company_id uuid, id uuid)
  language sql stable security definer set search_path = cairn, pg_temp
begin atomic
  select s.company_id, s.id from anonymous_session s
  join employee e on e.company_id = s.company_id and e.account_id = s.account_id and e.unique_code = s.unique_code
  where s.token_hash = token and s.browser_hash = browser and s.ends_at > now() - interval '7 days';
end;
revoke execute on function app.find_anonymous_session from public;
grant execute on function app.find_anonymous_session to cairn_app;

-- Files of a visitor: who sent them is told with the item, wherever it goes. uploaded_by and user_id have the session's id.
alter table shoebox_item
  add column anonymous_email text check (length(anonymous_email) between 3 and 255),
  add column note text check (length(note) between 1 and 2000),
  add check (note is null or anonymous_email is not null);

-- The application itself, which has no account, puts them into an employee's own shoebox and reads them for the receipt.
create policy received on shoebox_item to cairn_app
  using (anonymous_email is not null and company_id = (select app.company_id())
    and (select app.account_id()) is null);
