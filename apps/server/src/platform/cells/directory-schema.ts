/**
 * Schema of the directory: a small separate database with which cells find the home cells of people. Cells cannot
 * read its tables. Each connects with its own role and calls functions, which check that role; a compromised cell can
 * do no more than the functions allow.
 */
export const DIRECTORY_SCHEMA = `
create schema if not exists directory;
set local search_path to directory;
revoke all on schema public from public;

create table if not exists directory.cell (name text primary key);

create table if not exists directory.company (
  id uuid primary key,
  cell text not null references directory.cell,
  subdomain text unique
);

-- An address is a keyed hash: the key is not here.
create table if not exists directory.account (
  address bytea primary key check (length(address) = 32),
  id uuid not null unique,
  home text not null references directory.cell,
  since timestamptz not null default now()
);

create table if not exists directory.visit (
  account_id uuid not null references directory.account (id),
  cell text not null references directory.cell,
  primary key (account_id, cell)
);

create or replace function directory.this_cell() returns text
  language sql stable set search_path = pg_catalog
  return substr(session_user::text, length('cairn_cell_') + 1);

-- The id of the person with this address: the one it has, else the proposed one, with this cell as their home.
create or replace function directory.claim(given bytea, proposed uuid)
  returns table (id uuid, home text)
  language plpgsql security definer set search_path = directory, pg_temp as $$
  begin
    insert into directory.account (address, id, home) values (given, proposed, this_cell())
      on conflict do nothing;
    insert into directory.visit (account_id, cell)
      select a.id, this_cell() from account a where a.address = given and a.home <> this_cell()
      on conflict do nothing;
    return query select a.id, a.home from account a where a.address = given;
  end $$;

-- Of an account that was closed: the next person with the address gets an id of their own. The closed one keeps its home.
create or replace function directory.release(given bytea) returns void
  language sql security definer set search_path = directory, pg_temp as $$
    update directory.account
    set address = sha256(convert_to(id::text || gen_random_uuid()::text, 'UTF8'))
    where address = given and home = directory.this_cell() $$;

create or replace function directory.home_of(given uuid) returns text
  language sql stable security definer set search_path = directory, pg_temp
  return (select home from account where id = given);

-- Where else this person has an account. Only their home is told.
create or replace function directory.cells_of(given uuid) returns setof text
  language sql stable security definer set search_path = directory, pg_temp
  begin atomic
    select visit.cell from visit join account on account.id = visit.account_id
    where account.id = given and account.home = this_cell() order by visit.cell;
  end;

-- False where another cell has it: a company moves by directory.move alone.
create or replace function directory.publish(given uuid, named text) returns boolean
  language plpgsql security definer set search_path = directory, pg_temp as $$
  begin
    insert into directory.company (id, cell, subdomain) values (given, this_cell(), named)
      on conflict (id) do update set subdomain = excluded.subdomain
        where company.cell = this_cell();
    return exists (select from company where id = given and cell = this_cell());
  end $$;

-- For the router alone.
create or replace function directory.cell_of_address(given bytea) returns text
  language sql stable security definer set search_path = directory, pg_temp
  return (select home from account where address = given);
create or replace function directory.cell_of_subdomain(given text) returns text
  language sql stable security definer set search_path = directory, pg_temp
  return (select cell from company where subdomain = given);

create or replace function directory.cell_of_company(given uuid) returns text
  language sql stable security definer set search_path = directory, pg_temp
  return (select cell from company where id = given);

-- For the cell that hands a company over: the company, and the people whose home goes with it.
create or replace function directory.move(given uuid, target text, people uuid[], visitors uuid[])
  returns void
  language plpgsql security definer set search_path = directory, pg_temp as $$
  begin
    update directory.company set cell = target where id = given and cell = this_cell();
    if not found then raise exception 'company % is not of cell %', given, this_cell(); end if;
    update directory.account set home = target where id = any(people) and home = this_cell();
    delete from directory.visit where cell = target and account_id = any(people);
    insert into directory.visit (account_id, cell)
      select a.id, target from account a where a.id = any(visitors) and a.home <> target
      on conflict do nothing;
  end $$;

revoke execute on all functions in schema directory from public;
do $$ begin
  if not exists (select from pg_roles where rolname = 'cairn_cell') then create role cairn_cell; end if;
  if not exists (select from pg_roles where rolname = 'cairn_router') then create role cairn_router login; end if;
end $$;
grant usage on schema directory to cairn_cell, cairn_router;
grant execute on function directory.claim, directory.release, directory.home_of, directory.cells_of, directory.publish,
  directory.move, directory.cell_of_company to cairn_cell;
grant execute on function directory.cell_of_address, directory.cell_of_subdomain to cairn_router;
`;
