-- The pages that a lender shows to people before they log in. why.md says why.
set local role cairn_owner;
set local search_path to cairn;

-- A company without a row shows its name, its logo and the default sentences.
create table portal_settings (
  company_id uuid primary key references company on delete cascade,
  brand_color text check (brand_color ~ '^#[0-9A-F]{6}$'),
  welcome text check (length(welcome) between 1 and 500),
  contact_name text check (length(contact_name) between 1 and 100),
  contact_title text check (length(contact_title) between 1 and 100),
  contact_phone text check (contact_phone ~ '^[0-9+(][0-9+(). -]{5,38}[0-9]$'),
  contact_email text check (length(contact_email) between 3 and 255),
  apply_minutes int check (apply_minutes between 1 and 240),
  response_days int check (response_days between 1 and 60),
  legal_line text check (length(legal_line) between 1 and 200),
  -- Loan type → the sentence about it.
  loan_texts jsonb not null default '{}' check (jsonb_typeof(loan_texts) = 'object'),
  modified_at timestamptz not null default now()
);

-- Those who work there, the platform's administrators, and the public page, which is read in the company's scope.
alter table portal_settings enable row level security;
alter table portal_settings force row level security;
create policy seen on portal_settings to cairn_app
  using (company_id = (select app.company_id()) or (select app.is_platform()));
grant select, insert, update on portal_settings to cairn_app;
