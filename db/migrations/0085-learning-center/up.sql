-- The learning center: the operator's articles for lenders, borrowers and administrators. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- A topic or an article, as far as its views are counted.
create table support_item (
  id uuid primary key default uuidv7(),
  view_count int not null default 0 check (view_count >= 0)
);

create table support_category (
  id uuid primary key default uuidv7(),
  support_id uuid not null unique references support_item on delete cascade,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null check (length(title) between 1 and 80),
  description text not null default '' check (length(description) <= 300),
  display_order int not null default 0
);

create table support_entry (
  id uuid primary key default uuidv7(),
  support_id uuid not null unique references support_item on delete cascade,
  category_id uuid not null references support_category,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 80),
  title text not null check (length(title) between 1 and 80),
  summary text not null default '' check (length(summary) <= 300),
  -- Plain text: the pages make elements of it, never markup.
  body text not null default '' check (length(body) <= 20000),
  audiences text[] not null check (cardinality(audiences) between 1 and 3
    and audiences <@ array['LENDER', 'BORROWER', 'ADMIN']),
  display_order int not null default 0,
  is_published boolean not null default false,
  version int not null default 1,
  -- Null: came with the product.
  updated_by uuid references account,
  updated_at timestamptz not null default now(),
  word_count int generated always as (cardinality(regexp_split_to_array(btrim(body), '\s+'))) stored,
  words tsvector generated always as (setweight(to_tsvector('english', title), 'A')
    || setweight(to_tsvector('english', summary), 'B') || setweight(to_tsvector('english', body), 'C')) stored
);
create index support_entry_category on support_entry (category_id);
create index support_entry_words on support_entry using gin (words);

create table support_picture (
  id uuid primary key default uuidv7(),
  entry_id uuid not null references support_entry on delete cascade,
  content_type text not null check (content_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (length(content) <= 524288),
  created_at timestamptz not null default now()
);
create index support_picture_entry on support_picture (entry_id);

-- The day on which a person last opened it: one view per day is counted.
create table support_view (
  support_id uuid not null references support_item on delete cascade,
  account_id uuid not null references account,
  viewed_on date not null,
  primary key (support_id, account_id)
);
create index support_view_account on support_view (account_id);

-- Articles that came with the product: one that the operator deleted does not come back.
create table support_starter (
  slug text primary key
);

-- Published ones for the reader's side; lenders read what their borrowers read too.
create function app.reads_article(is_published boolean, audiences text[]) returns boolean
  language sql stable
  return app.is_platform() or (is_published and app.account_id() is not null
    and case app.role_level() when 'LENDER' then audiences && array['LENDER', 'BORROWER']
      else 'BORROWER' = any (audiences) end);

alter table support_item enable row level security;
alter table support_item force row level security;
alter table support_category enable row level security;
alter table support_category force row level security;
alter table support_entry enable row level security;
alter table support_entry force row level security;
alter table support_picture enable row level security;
alter table support_picture force row level security;
alter table support_view enable row level security;
alter table support_view force row level security;
alter table support_starter enable row level security;
alter table support_starter force row level security;

create policy seen on support_entry for select to cairn_app using (app.reads_article(is_published, audiences));
create policy written on support_entry to cairn_app using ((select app.is_platform()));
-- The inner queries are themselves under the policy of support_entry.
create policy seen on support_category for select to cairn_app
  using (exists (select from support_entry e where e.category_id = support_category.id));
create policy written on support_category to cairn_app using ((select app.is_platform()));
create policy seen on support_picture for select to cairn_app
  using (exists (select from support_entry e where e.id = support_picture.entry_id));
create policy written on support_picture to cairn_app using ((select app.is_platform()));
create policy seen on support_item for select to cairn_app
  using (exists (select from support_entry e where e.support_id = support_item.id)
    or exists (select from support_category c where c.support_id = support_item.id));
create policy written on support_item to cairn_app using ((select app.is_platform()));
create policy own on support_view for select to cairn_app using (account_id = (select app.account_id()));

grant select, insert, delete on support_item to cairn_app;
grant select, insert, delete on support_category to cairn_app;
grant update (slug, title, description, display_order) on support_category to cairn_app;
grant select, insert, delete on support_entry to cairn_app;
grant update (category_id, slug, title, summary, body, audiences, display_order, is_published, version, updated_by,
  updated_at) on support_entry to cairn_app;
grant select, insert, delete on support_picture to cairn_app;
grant select on support_view to cairn_app;

-- As the owner, because readers change no article: whether the caller sees it is asked here. Null where they do not.
create function app.count_support_view(item uuid) returns int
  language plpgsql security definer set search_path = cairn, pg_temp
  as $$
    declare
      fresh int;
      counted int;
    begin
      if app.account_id() is null
        or not exists (select from support_entry e left join support_category c on c.id = e.category_id
          where (e.support_id = item or c.support_id = item) and app.reads_article(e.is_published, e.audiences))
      then
        return null;
      end if;
      insert into support_view (support_id, account_id, viewed_on) values (item, app.account_id(), current_date)
      on conflict (support_id, account_id) do update set viewed_on = excluded.viewed_on
        where support_view.viewed_on < excluded.viewed_on;
      get diagnostics fresh = row_count;
      update support_item set view_count = view_count + fresh where id = item returning view_count into counted;
      return counted;
    end
  $$;
revoke execute on function app.count_support_view, app.reads_article from public;
grant execute on function app.count_support_view, app.reads_article to cairn_app;
