-- A link has the titles of the request that it leads to. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

create function app.take_titles_of_target() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
declare
  target element;
begin
  select * into target from element e where e.company_id = new.company_id and e.id = new.target_id;
  if found then
    new.title := target.title;
    new.borrower_title := target.borrower_title;
  end if;
  return new;
end $$;
create trigger titled_as_target before insert or update of title, borrower_title, target_id on element
  for each row when (new.target_id is not null) execute function app.take_titles_of_target();

create function app.pass_titles_to_links() returns trigger
  language plpgsql security definer set search_path = cairn, pg_temp as $$
begin
  update element e set title = new.title, borrower_title = new.borrower_title
  where e.company_id = new.company_id and e.target_id = new.id;
  return null;
end $$;
create trigger titles_for_links after update of title, borrower_title on element
  for each row when (new.target_id is null
    and (old.title, old.borrower_title) is distinct from (new.title, new.borrower_title))
  execute function app.pass_titles_to_links();

-- Those that there are. The index element_target has links alone.
update element l set title = t.title
from element t
where l.target_id is not null and t.company_id = l.company_id and t.id = l.target_id
  and (l.title, l.borrower_title) is distinct from (t.title, t.borrower_title);
