-- Replies that a company keeps for its employees to insert into messages. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table saved_reply (
  company_id uuid not null references company on delete cascade,
  id uuid not null,
  title text not null check (length(title) between 1 and 100 and title !~ '[[:cntrl:]]'),
  -- Plain text, like the body of a message.
  body text not null check (length(body) between 1 and 4000),
  modified_at timestamptz not null default now(),
  modified_by uuid not null references account,
  primary key (company_id, id)
);
alter table saved_reply enable row level security;
alter table saved_reply force row level security;
create policy seen on saved_reply for select to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
create policy written on saved_reply for insert to cairn_app
  with check (modified_by = (select app.account_id())
    and (company_id = (select app.company_id()) or (select app.is_platform())));
create policy changed on saved_reply for update to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()))
  with check (modified_by = (select app.account_id())
    and (company_id = (select app.company_id()) or (select app.is_platform())));
create policy deleted on saved_reply for delete to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select, insert, update (title, body, modified_at, modified_by), delete on saved_reply to cairn_app;
