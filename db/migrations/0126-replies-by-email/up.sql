-- Answers to a conversation that come by email. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- The address at which one member of a conversation answers it.
create table reply_address (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  thread_id uuid not null,
  account_id uuid not null,
  loan_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, thread_id, account_id),
  foreign key (company_id, thread_id, account_id) references thread_member on delete cascade
);
create unique index reply_address_id on reply_address (id);

-- Emails that were taken: each once, however often it is handed over.
create table received_reply (
  company_id uuid not null,
  address_id uuid not null,
  -- SHA-256 of its Message-ID, or of the email where it has none.
  message_key bytea not null check (octet_length(message_key) = 32),
  received_at timestamptz not null default now(),
  primary key (company_id, address_id, message_key),
  foreign key (company_id, address_id) references reply_address on delete cascade
);

-- Addresses are written into emails by the worker, and read by no one.
alter table reply_address enable row level security;
alter table reply_address force row level security;
create policy of_the_application on reply_address to cairn_app
  using (company_id = (select app.company_id()) and (select app.account_id()) is null);
grant select, insert, update (loan_id) on reply_address to cairn_app;
alter table received_reply enable row level security;
alter table received_reply force row level security;
create policy of_the_application on received_reply to cairn_app
  using (company_id = (select app.company_id()) and (select app.account_id()) is null);
grant select on received_reply to cairn_app;

-- Who answers what at an address: a person who still has a part in the loan or works for its lender.
create function app.find_reply_address(p_id uuid)
  returns table (company_id uuid, loan_id uuid, thread_id uuid, account_id uuid, email_address text)
  language sql stable security definer set search_path = cairn, pg_temp
  begin atomic
    select r.company_id, r.loan_id, r.thread_id, r.account_id, a.email_address
    from reply_address r
    join account a on a.id = r.account_id
    where r.id = p_id and app.account_id() is null
      and app.reaches_loan(r.company_id, r.loan_id, r.account_id);
  end;

-- The member's message, with files that were put into the loan's shoebox before. False: taken before, or they left the loan.
create function app.receive_reply(p_address uuid, p_key bytea, p_message uuid, p_body text, p_documents uuid[])
  returns boolean
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  address reply_address;
begin
  if app.account_id() is not null then
    raise exception 'receive_reply: not the application' using errcode = 'insufficient_privilege';
  end if;
  select * into address from reply_address r where r.company_id = app.company_id() and r.id = p_address;
  if address.id is null or not app.reaches_loan(address.company_id, address.loan_id, address.account_id) then
    return false;
  end if;
  insert into received_reply (company_id, address_id, message_key)
  values (address.company_id, address.id, p_key) on conflict do nothing;
  if not found then return false; end if;
  insert into message (company_id, id, thread_id, loan_id, author_id, body)
  values (address.company_id, p_message, address.thread_id, address.loan_id, address.account_id, p_body);
  insert into message_attachment (company_id, message_id, document_id, thread_id, loan_id, place, shared)
  select address.company_id, p_message, d.id, address.thread_id, address.loan_id, d.place - 1, false
  from unnest(p_documents) with ordinality d (id, place);
  insert into event (company_id, id, at, kind, loan_id, account_id, staff_only, changes)
  select m.company_id, uuidv7(), clock_timestamp(), 'message.changed', m.loan_id, m.account_id, false, '{message}'
  from thread_member m
  where m.company_id = address.company_id and m.thread_id = address.thread_id
    and app.reaches_loan(m.company_id, m.loan_id, m.account_id);
  return true;
end $$;
revoke execute on function app.find_reply_address, app.receive_reply from public;
grant execute on function app.find_reply_address, app.receive_reply to cairn_app;
