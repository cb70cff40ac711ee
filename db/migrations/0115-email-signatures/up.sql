-- The signature that each person writes for emails about their messages. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create table email_signature (
  account_id uuid primary key references account,
  body text not null check (length(body) <= 1000),
  modified_at timestamptz not null default now()
);
alter table email_signature enable row level security;
alter table email_signature force row level security;
-- Only the owner reads and writes the row; others read the signature through the function below.
create policy own on email_signature to cairn_app using (account_id = (select app.account_id()));
grant select, insert, update on email_signature to cairn_app;

-- The signature of a person in the directory of a company, and whether they work there.
create function app.email_signature_of(company uuid, author uuid, out body text, out is_employee boolean)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select s.body, exists (select from employee e where e.company_id = company and e.account_id = author)
    from email_signature s
    where s.account_id = author and s.body <> ''
      and exists (select from person p where p.company_id = company and p.account_id = author)
      and not exists (select from account a where a.id = author and a.closed_at is not null);
  end;
revoke execute on function app.email_signature_of from public;
grant execute on function app.email_signature_of to cairn_app;
